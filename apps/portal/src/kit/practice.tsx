import type { Practice } from '@health-case/domain/model/practice';

/** D-39: how to reach the practice. */
export const PracticeLines = ({
  practice: { name, address, telephone, email },
  sentence,
}: {
  readonly practice: Practice;
  readonly sentence?: string | undefined;
}) => (
  <div class="portal-practice">
    <p class="govuk-body">
      <strong>{name}</strong>
      {address ? (
        <>
          <br />
          {address}
        </>
      ) : null}
      {telephone ? (
        <>
          <br />
          <a class="govuk-link" href={`tel:${telephone.replaceAll(/[^+\d]/g, '')}`}>
            {telephone}
          </a>
        </>
      ) : null}
      {email ? (
        <>
          <br />
          <a class="govuk-link" href={`mailto:${email}`}>
            {email}
          </a>
        </>
      ) : null}
    </p>
    {sentence ? <p class="govuk-body">{sentence}</p> : null}
  </div>
);
