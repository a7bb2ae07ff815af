import { useApi, usePermissions, useSessionState, useTenants } from '@gatehouse/react'
import { FormDialog, InlineAlert, TextAreaField, TextField, toast } from '@gatehouse/ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { inSequence, type Outcome } from '../shared/in-sequence'
import { RolesField } from '../shared/roles-field'
import { useNavigate } from '../shared/router'
import { dayOf, secondsUntilEndOf } from './expiry'
import { addressesIn, askedOf, type InviteValues, inviteSchema, reasonOf } from './invite'
import classes from './users.module.css'
import { type Invitation, temporaryUsersQuery, useUserCalls } from './users.queries'
import { useT } from './users.texts'

const EMPTY: InviteValues = { emails: '', name: '', phoneNumber: '', roleIds: [], lastDay: '' }

/** One call per address, one after the other. Whoever was not invited stays in the field, with the reason. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const can = usePermissions()
  const navigate = useNavigate()
  const { activeTenant } = useTenants()
  const { metadata } = useSessionState()
  const asked = useMemo(() => askedOf(metadata), [metadata])
  const schema = useMemo(() => inviteSchema(asked), [asked])
  const form = useForm<InviteValues>({ resolver: zodResolver(schema), defaultValues: EMPTY })
  const { errors, isDirty } = form.formState
  const { invite, reload } = useUserCalls()
  const { data: temporary } = useQuery(temporaryUsersQuery(useApi()))
  const [outcome, setOutcome] = useState<Outcome<string>>()

  const emails = useWatch({ control: form.control, name: 'emails' })
  const count = addressesIn(emails).length
  // A name and a number belong to one person.
  const isOne = count < 2

  const submit = form.handleSubmit(async (values) => {
    const addresses = addressesIn(values.emails)
    const result = await inSequence(addresses, (email) => invite(invitation(email, values, isOne)))
    if (result.done.length > 0) await showNewest(addresses.length > 1)
    setOutcome(result)
    if (result.failed.length > 0) {
      form.setValue('emails', result.failed.map(({ item }) => item).join('\n'))
      return
    }
    toast.success(t('invite.sent', { count: result.done.length, email: addresses[0] ?? '' }))
    onClose()
  })

  /** After several, the list starts over with a short first page (spec §4, bulk invite). */
  async function showNewest(several: boolean) {
    if (several) await navigate({ to: '.', search: (search) => ({ ...search, page: 1, pageSize: 10 }) })
    await reload()
  }

  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('invite.title')}
      description={t('invite.description', { name: activeTenant?.name ?? '' })}
      onSubmit={submit}
      submitLabel={isOne ? t('invite.submit') : t('invite.submitMany', { count })}
      dirty={isDirty && !outcome}
    >
      {outcome && outcome.failed.length > 0 && <Failures outcome={outcome} />}
      <TextAreaField
        label={t('invite.emails')}
        help={t('invite.emailsHelp')}
        error={errors.emails?.message}
        minRows={1}
        maxRows={6}
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
        {...form.register('emails')}
      />
      {isOne && asked.name !== 'hidden' && (
        <TextField
          label={t('invite.name')}
          optional={asked.name === 'optional'}
          error={errors.name?.message}
          autoComplete="off"
          {...form.register('name')}
        />
      )}
      {isOne && asked.phoneNumber !== 'hidden' && (
        <TextField
          label={t('invite.phone')}
          optional={asked.phoneNumber === 'optional'}
          type="tel"
          error={errors.phoneNumber?.message}
          autoComplete="off"
          {...form.register('phoneNumber')}
        />
      )}
      {can('fe.secure.read.roles') && (
        <Controller
          control={form.control}
          name="roleIds"
          render={({ field: { value, onChange } }) => (
            <RolesField
              label={t('invite.roles')}
              help={t('invite.rolesHelp')}
              placeholder={value.length === 0 ? t('invite.rolesPlaceholder') : undefined}
              value={value}
              onChange={onChange}
            />
          )}
        />
      )}
      {temporary?.enabled && (
        <TextField
          label={t('invite.expiry')}
          help={t('invite.expiryHelp')}
          optional
          type="date"
          min={dayOf(new Date())}
          error={errors.lastDay?.message}
          {...form.register('lastDay')}
        />
      )}
    </FormDialog>
  )
}

function Failures({ outcome: { done, failed } }: { outcome: Outcome<string> }) {
  const t = useT()
  const title =
    done.length > 0 ? t('invite.partly', { done: done.length, failed: failed.length }) : t('invite.notInvited')
  return (
    <InlineAlert tone="danger" title={title}>
      <ul className={classes.failures}>
        {failed.map(({ item, error }) => (
          <li key={item}>{t('failed', { name: item, reason: reasonOf(error) })}</li>
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
