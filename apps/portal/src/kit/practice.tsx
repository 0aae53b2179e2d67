import type { Practice } from '@health-case/domain/model/practice';

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
      {address && [<br />, address]}
      {telephone && [
        <br />,
        <a class="govuk-link" href={`tel:${telephone.replaceAll(/[^+\d]/g, '')}`}>
          {telephone}
        </a>,
      ]}
      {email && [
        <br />,
        <a class="govuk-link" href={`mailto:${email}`}>
          {email}
        </a>,
      ]}
    </p>
    {sentence ? <p class="govuk-body">{sentence}</p> : null}
  </div>
);
