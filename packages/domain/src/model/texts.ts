/** D-14, D-36: the entities whose texts are encrypted, and which texts, beside second factors. */
export const TEXTS = {
  Child: ['socSecNum'],
  Case: ['title'],
  Task: ['title'],
  Certification: ['reason', 'statement'],
  CaseEvent: ['reason', 'oldTitle', 'newTitle'],
  Note: ['text', 'reason'],
  Cover: ['reason'],
  Phrase: ['text'],
  ImportRow: ['texts'],
} as const;

export type TextsOf = keyof typeof TEXTS;
