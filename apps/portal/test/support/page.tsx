type Text = { readonly text: string };

export const page = ({ text }: Text): string => String(<p class="govuk-body">{text}</p>);

export const fail = ({ text }: Text): never => {
  throw new Error(text);
};
