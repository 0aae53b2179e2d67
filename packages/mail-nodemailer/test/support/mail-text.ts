import PostalMime from 'postal-mime';

/** What a mail program reads of a mail. */
export const readMail = async (raw: Buffer) => {
  const {
    headers,
    messageId = '',
    subject = '',
    text = '',
    html = '',
    to = [],
    from,
    date,
  } = await PostalMime.parse(raw);
  const header = (name: string): string | undefined => headers.find(({ key }) => key === name)?.value;
  const recipients = to.map(({ address }) => address ?? '');
  return { header, messageId, subject, text, html, recipients, from, date, language: header('content-language') ?? '' };
};
