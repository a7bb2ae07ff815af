import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.json',
  {
    object: 'Write an object in braces, such as { "team": "billing" }',
    at: 'Line {{line}}, column {{column}}: {{problem}}',
    problem: {
      value: 'a value is missing here; texts stand in double quotes',
      name: 'a name in double quotes is missing here',
      twice: 'this name is there already',
      colon: 'a colon is missing here',
      comma: 'a comma or the closing bracket is missing here',
      rest: 'nothing more may stand here',
    },
  },
  { de: () => import('./json-text.texts.de') },
)
