import { page } from '../kit/form.ts';
import { Heading, Text } from '../kit/show.tsx';

const List = ({ sentences }: { readonly sentences: Readonly<Record<string, string>> }) => (
  <ul class="govuk-list govuk-list--bullet">
    {Object.values(sentences).map((sentence) => (
      <li>{sentence}</li>
    ))}
  </ul>
);

/** What is known of who can use the portal, by what the tests show. */
const accessibility = page('/accessibility', 'anyone', ({ words }) => {
  const { intro, testedTitle, tested, limitsTitle, limits, tellTitle, tell } = words.accessibility;
  return {
    title: words.common.accessibility,
    back: '/',
    body: [
      <Text>{intro}</Text>,
      <Heading>{testedTitle}</Heading>,
      <List sentences={tested} />,
      <Heading>{limitsTitle}</Heading>,
      <List sentences={limits} />,
      <Heading>{tellTitle}</Heading>,
      <Text>{tell}</Text>,
    ],
  };
});

export const accessibilityPages = [accessibility];
