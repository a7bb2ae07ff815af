import { defineTexts } from '@gatehouse/ui'

export const { useT } = defineTexts(
  'console.rules',
  {
    add: 'Add rule',
    rule: 'Rule {{number}}',
    remove: 'Remove rule {{number}}',
    up: 'Move rule {{number}} up',
    down: 'Move rule {{number}} down',
    always: 'Without conditions, the rule always matches.',
    addCondition: 'Add condition',
    removeCondition: 'Remove condition {{number}}',
    negate: 'Not',
  },
  { de: () => import('./rules.texts.de') },
)
