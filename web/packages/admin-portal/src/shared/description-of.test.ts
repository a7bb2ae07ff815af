import { addTexts, i18n } from '@gatehouse/ui'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { descriptionOf } from './description-of'
import { texts } from './descriptions.texts.de'

const CREATED = { action: 'role.created', description: 'Created the role Analyst', json: { name: 'Analyst' } }

beforeEach(async () => {
  // Otherwise they come when they do.
  addTexts('portal.descriptions', 'de', texts)
  await i18n.changeLanguage('de')
})

afterEach(async () => {
  await i18n.changeLanguage('en')
})

test('what was written down is read in English', async () => {
  await i18n.changeLanguage('en')
  expect(descriptionOf(CREATED)).toBe('Created the role Analyst')
})

test.each([
  ['a fact', CREATED, 'Rolle „Analyst“ erstellt'],
  [
    'a field that is set',
    {
      action: 'user.password_changed',
      description: 'Reset the password through an emailed link',
      json: { by_link: true },
    },
    'Passwort über einen Link aus einer E-Mail zurückgesetzt',
  ],
  [
    'a field that is not set',
    { action: 'user.password_changed', description: 'Changed the password', json: { by_link: false } },
    'Passwort geändert',
  ],
  [
    'a number',
    { action: 'tenant.users_imported', description: 'Imported 12000 users', json: { count: 12_000 } },
    'Importierte Benutzer: 12.000',
  ],
  [
    'a moment',
    {
      action: 'user.temporary_access_given',
      description: 'Limited the access of a@b.test until 2026-03-01 12:30 UTC',
      json: { email: 'a@b.test', expires_at: '2026-03-01T12:30:00+00:00' },
    },
    /^Zugriff von a@b\.test bis 0?1\.0?3\.2026, \d\d:30:00 befristet$/,
  ],
  [
    'a role of the staff',
    {
      action: 'vendor.staff_entered',
      description: 'Ada signed in to the console as read-only',
      json: { member: 'Ada', role: 'read-only' },
    },
    'Ada aus dem Team des Anbieters hat sich mit der Rolle „Nur Lesezugriff“ angemeldet',
  ],
  [
    'a role that has no words',
    { action: 'vendor.staff_role_changed', description: '', json: { member: 'Ada', role: 'auditor' } },
    'Rolle von Ada im Team des Anbieters geändert: auditor',
  ],
  [
    'names that look like placeholders',
    {
      action: 'role.created',
      description: 'Created the role {{name}}',
      json: { name: '{{name}} $t(drawer.title) $&' },
    },
    'Rolle „{{name}} $t(drawer.title) $&“ erstellt',
  ],
])('German tells %s', (_, entry, words) => {
  if (typeof words === 'string') expect(descriptionOf(entry)).toBe(words)
  else expect(descriptionOf(entry)).toMatch(words)
})

test.each([
  ['of the vendor’s own', { action: 'order.placed', description: 'Placed an order', json: {} }, 'Placed an order'],
  ['that lacks a fact', { ...CREATED, json: {} }, 'Created the role Analyst'],
  ['without words', { action: 'order.placed', description: '', json: {} }, 'order.placed'],
])('an entry %s says what was written down', (_, entry, words) => {
  expect(descriptionOf(entry)).toBe(words)
})
