import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.json',
  {
    object: 'Enter a JSON object such as { "team": "billing" }',
    at: 'Line {{line}}, column {{column}}: {{problem}}',
    problem: {
      value: 'a value is missing; strings must be in double quotes',
      name: 'a property name in double quotes is missing',
      twice: 'this property name is used twice',
      colon: 'a colon is missing',
      comma: 'a comma or the closing bracket is missing',
      rest: 'unexpected characters after the object',
    },
  },
  { de: () => import('./json-text.texts.de') },
)
