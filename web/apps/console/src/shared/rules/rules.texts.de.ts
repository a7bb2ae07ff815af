export const texts = {
  add: 'Regel hinzufügen',
  rule: 'Regel {{number}}',
  remove: 'Regel {{number}} entfernen',
  up: 'Regel {{number}} nach oben',
  down: 'Regel {{number}} nach unten',
  always: 'Eine Regel ohne Bedingungen trifft immer zu.',
  addCondition: 'Bedingung hinzufügen',
  removeCondition: 'Bedingung {{number}} entfernen',
  negate: 'Nicht',
} as const
