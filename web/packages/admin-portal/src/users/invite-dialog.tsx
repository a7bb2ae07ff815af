import { useApi, useSessionState, useTenants } from '@gatehouse/react'
import { DayField, InlineAlert, TextAreaField, TextField } from '@gatehouse/ui'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useAction } from '../shared/action'
import { DialogForm, useDialogForm } from '../shared/dialog-form'
import { Field } from '../shared/field'
import type { Outcome } from '../shared/in-sequence'
import { usePermissions } from '../shared/permissions'
import { RolesField } from '../shared/roles-field'
import { useNavigate } from '../shared/router'
import { dayOf, secondsUntilEndOf } from './expiry'
import { addressesIn, askedOf, type InviteValues, inviteSchema, reasonOf } from './invite'
import { useRecentInvites } from './recent-invites'
import { inviteUsers } from './users.actions'
import classes from './users.module.css'
import { type Invitation, temporaryUsersQuery } from './users.queries'
import { useT } from './users.texts'

const EMPTY: InviteValues = { emails: '', name: '', phoneNumber: '', roleIds: [], lastDay: '' }

/** Addresses that were not invited stay in the field, with the reason. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const can = usePermissions()
  const navigate = useNavigate()
  const { activeTenant } = useTenants()
  const { metadata } = useSessionState()
  const asked = useMemo(() => askedOf(metadata), [metadata])
  const schema = useMemo(() => inviteSchema(asked), [asked])
  const invite = useAction(inviteUsers)
  const newcomers = useRecentInvites()
  const { data: temporary } = useQuery(temporaryUsersQuery(useApi()))
  const [outcome, setOutcome] = useState<Outcome<Invitation>>()

  const dialog = useDialogForm({ schema, start: EMPTY, save, onClose })
  const count = addressesIn(useWatch({ control: dialog.form.control, name: 'emails' })).length
  // A name and a number belong to one person.
  const isOne = count < 2

  async function save(values: InviteValues) {
    const addresses = addressesIn(values.emails)
    const result = await invite.run(addresses.map((email) => invitation(email, values, addresses.length < 2)))
    newcomers.add(result.done.map(({ email }) => email))
    // After several, the list starts over with a short first page (spec §4, bulk invite).
    const isBulk = addresses.length > 1 && result.done.length > 0
    if (isBulk) await navigate({ to: '.', search: (search) => ({ ...search, page: 1, pageSize: 10 }) })
    if (result.failed.length === 0) return undefined
    setOutcome(result)
    const left = result.failed.map(({ item }) => item.email).join('\n')
    // What is left was told; closing now loses nothing that was not.
    dialog.form.reset({ ...values, emails: left })
    return 'stay'
  }

  return (
    <DialogForm
      of={dialog}
      title={t('invite.title')}
      description={t('invite.description', { name: activeTenant?.name ?? '' })}
      submitLabel={isOne ? t('invite.submit') : t('invite.submitMany', { count })}
    >
      {outcome && <Failures outcome={outcome} />}
      <Field of={dialog} name="emails">
        {(input) => (
          <TextAreaField
            label={t('invite.emails')}
            help={t('invite.emailsHelp')}
            minRows={1}
            maxRows={6}
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus
            {...input}
          />
        )}
      </Field>
      {isOne && asked.name !== 'hidden' && (
        <Field of={dialog} name="name">
          {(input) => (
            <TextField label={t('invite.name')} optional={asked.name === 'optional'} autoComplete="off" {...input} />
          )}
        </Field>
      )}
      {isOne && asked.phoneNumber !== 'hidden' && (
        <Field of={dialog} name="phoneNumber">
          {(input) => (
            <TextField
              label={t('invite.phone')}
              optional={asked.phoneNumber === 'optional'}
              type="tel"
              autoComplete="off"
              {...input}
            />
          )}
        </Field>
      )}
      {can('fe.secure.read.roles') && (
        <Field of={dialog} name="roleIds">
          {(input) => (
            <RolesField
              label={t('invite.roles')}
              help={t('invite.rolesHelp')}
              placeholder={t('invite.rolesPlaceholder')}
              {...input}
            />
          )}
        </Field>
      )}
      {temporary?.enabled && (
        <Field of={dialog} name="lastDay">
          {(input) => (
            <DayField
              label={t('invite.expiry')}
              help={t('invite.expiryHelp')}
              optional
              maw={200}
              min={dayOf(new Date())}
              {...input}
            />
          )}
        </Field>
      )}
    </DialogForm>
  )
}

function Failures({ outcome: { done, failed } }: { outcome: Outcome<Invitation> }) {
  const t = useT()
  const title =
    done.length > 0 ? t('invite.partly', { done: done.length, failed: failed.length }) : t('invite.notInvited')
  return (
    <InlineAlert tone="danger" title={title}>
      <ul className={classes.failures}>
        {failed.map(({ item, error }) => (
          <li key={item.email}>{t('failed', { name: item.email, reason: reasonOf(error) })}</li>
        ))}
      </ul>
    </InlineAlert>
  )
}

function invitation(email: string, { name, phoneNumber, roleIds, lastDay }: InviteValues, isOne: boolean): Invitation {
  return {
    email,
    ...(isOne && name && { name }),
    ...(isOne && phoneNumber && { phoneNumber }),
    ...(roleIds.length > 0 && { roleIds }),
    ...(lastDay && { expirationInSeconds: secondsUntilEndOf(lastDay) }),
  }
}
