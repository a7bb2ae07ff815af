import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'

const WEB = join(import.meta.dirname, '../../../..')
const FORMS = /\buse(Dialog|Settings)Form\b[<(]/g

/**
 * Files whose forms begin with nothing that is stored: they create something, or run a single action. Every other form edits,
 * and reads what is stored again before it saves.
 */
const CREATES = [
  'api-tokens/create-dialog',
  'users/invite-link-form',
  'users/invite-dialog',
  'users/applications/assign-many-dialog',
  'reports/send-dialog',
  'privacy/number-dialog',
  'privacy/code-dialog',
  'privacy/password-dialog',
  'accounts/invite-dialog',
  'accounts/create-dialog',
  'groups/add-members-dialog',
  'sso/domain-dialogs',
  'sso/create-dialog',
  'security/add-ip-dialog',
  'security/add-domain-dialog',
  'shared/reason-dialog',
  'licenses/issue-dialog',
  'licenses/key-dialog',
  'acting/act-dialog',
  'staff/add-dialog',
  'entitlements/give-dialog',
  'flags/client/add-dialog',
  'differences/use-difference-actions',
  'tenants/plan-dialog',
  'tenants/invite-dialog',
  'applications/give-dialog',
  'people/merges/merge-dialog',
  'people/contacts/add-email-dialog',
  'people/contacts/add-phone-dialog',
  'people/erase-dialog',
  'people/email-dialog',
]

/** Files with a form that creates beside one that edits. */
const BOTH = ['provisioning/connection-dialog']

/** One field that only the user or one switch sets, or a comparison of its own before the save. */
const OTHERWISE = {
  'tenants/metadata-dialog': 'adds one key, and asks when it is there',
  'tenants/move-dialog': 'one choice, saved only when it differs',
  'portal/group-card': 'switches, each saved alone into what is read again',
  'portal/columns/columns-card': 'switches, each saved alone into what is read again',
  'portal/entries/entry-dialog': 'a merge patch against what is read again',
  'messages/mail-sender-card': 'useWholeSender compares',
  'messages/sms-sender-card': 'useWholeSender compares',
}

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|\.texts\.|testing|shared\/(dialog|settings)-form/.test(name))
    .map((name) => join(folder, name))
}

test('every form that edits what is stored reads it again before it saves', () => {
  const folders = ['packages/admin-portal/src', 'apps/console/src'].map((one) => join(WEB, one))
  const known = new Set([...CREATES, ...Object.keys(OTHERWISE)])
  const unsafe = folders.flatMap((folder) =>
    sources(folder).flatMap((file) => {
      const text = readFileSync(file, 'utf8')
      const forms = text.match(FORMS)?.length ?? 0
      const rereads = text.match(/\bcurrent: |\bcurrent\(\) \{|\buseEdited\b[<(]/g)?.length ?? 0
      const name = relative(folder, file).replace(/\.tsx?$/, '')
      const creating = BOTH.includes(name) ? 1 : 0
      return forms - creating > rereads && !known.has(name) ? [name] : []
    }),
  )
  expect(unsafe).toEqual([])
})
