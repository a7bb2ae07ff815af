import { DialogForm, Field, SwitchField, useAction, useDialogForm, useEdited } from '@gatehouse/admin-portal/kit'
import { ApiError } from '@gatehouse/api'
import { useApi } from '@gatehouse/react'
import { PasswordField, TextAreaField, TextField } from '@gatehouse/ui'
import { useState } from 'react'
import { LinesField } from '../shared/lines-field'
import { changeSettings, readSettings } from '../shared/settings.queries'
import { providerSchema } from './provider-schema'
import { fieldsOf, type ProviderRow, type Providers, type ProviderValues, providerEntry } from './providers'
import { t, useT } from './sign-in.texts'

const LABELS = {
  issuer: 'social.issuer',
  authorization_url: 'social.authorization',
  token_url: 'social.token',
  userinfo_url: 'social.userinfo',
  directory: 'social.directory',
  team_id: 'social.teamId',
  key_id: 'social.keyId',
  redirect_url: 'social.redirectUrl',
  logo_url: 'social.logo',
} as const
const HELPS = {
  issuer: 'social.issuerHelp',
  directory: 'social.directoryHelp',
  redirect_url: 'social.redirectUrlHelp',
  logo_url: 'social.logoHelp',
} as const
const LISTS = { additional_scopes: 'social.moreScopes', scopes: 'social.scopes' } as const

function toFormValues({ key, provider }: Partial<ProviderRow>): ProviderValues {
  return {
    key: key ?? '',
    display_name: provider?.display_name ?? '',
    client_id: provider?.client_id ?? '',
    client_secret: '',
    active: provider?.active ?? true,
    trusts_addresses: provider?.trusts_addresses ?? false,
    issuer: provider?.issuer ?? '',
    authorization_url: provider?.authorization_url ?? '',
    token_url: provider?.token_url ?? '',
    userinfo_url: provider?.userinfo_url ?? '',
    directory: provider?.directory ?? '',
    team_id: provider?.team_id ?? '',
    key_id: provider?.key_id ?? '',
    redirect_url: provider?.redirect_url ?? '',
    additional_scopes: provider?.additional_scopes ?? [],
    scopes: provider?.scopes ?? ['openid', 'email', 'profile'],
    logo_url: provider?.logo_url ?? '',
  }
}

interface ProviderDialogProps {
  /** Undefined for a new custom provider. */
  readonly row?: ProviderRow
  readonly onClose: () => void
}

/** Form for a social provider. */
export function ProviderDialog({ row, onClose }: ProviderDialogProps) {
  const t = useT()
  const save = useAction(saveProvider)
  const table = row?.table ?? 'custom_social'
  const fields = fieldsOf({ table, key: row?.key ?? '' })
  const api = useApi()
  const edited = useEdited<ProviderValues>()
  const [start] = useState(() => toFormValues(row ?? {}))
  const dialog = useDialogForm<ProviderValues>({
    schema: providerSchema(row),
    start,
    async save(values, changed) {
      const key = row?.key ?? values.key
      const provider = (await readSettings<Providers>(api, table))[key]
      // Refuses to overwrite an existing provider. An equal one is the result of an earlier attempt whose response was
      // lost.
      if (!row && provider && isOther(values, toFormValues({ key, provider })))
        throw new ApiError(409, '', [`key: ${t('social.keyTaken')}`])
      const mine = row?.provider ? changed : pick(values, fields)
      const entry = providerEntry(provider ? edited(start, mine, toFormValues({ key, provider })) : mine, !provider)
      return save.run({
        table,
        values: { [key]: entry },
        name: row?.table === 'social' ? row.name : values.display_name,
      })
    },
    onClose,
  })
  const has = (name: keyof ProviderValues) => fields.includes(name)
  return (
    <DialogForm
      of={dialog}
      title={row ? t('social.dialog', { name: row.name }) : t('social.dialogNew')}
      submitLabel={t('social.submit')}
    >
      {!row && (
        <Field of={dialog} name="key">
          {(input) => <TextField label={t('social.key')} autoComplete="off" data-autofocus {...input} />}
        </Field>
      )}
      {has('display_name') && (
        <Field of={dialog} name="display_name">
          {(input) => <TextField label={t('social.displayName')} autoComplete="off" {...input} />}
        </Field>
      )}
      <Field of={dialog} name="client_id">
        {(input) => <TextField label={t('social.clientId')} autoComplete="off" {...input} />}
      </Field>
      <Field of={dialog} name="client_secret">
        {(input) =>
          row?.key === 'apple' ? (
            <TextAreaField label={t('social.secret')} help={t('social.secretKept')} spellCheck={false} {...input} />
          ) : (
            <PasswordField
              label={t('social.secret')}
              help={t('social.secretKept')}
              autoComplete="new-password"
              {...input}
            />
          )
        }
      </Field>
      {(Object.keys(LABELS) as (keyof typeof LABELS)[]).filter(has).map((name) => {
        const help = name in HELPS ? HELPS[name as keyof typeof HELPS] : undefined
        return (
          <Field key={name} of={dialog} name={name}>
            {(input) => (
              <TextField label={t(LABELS[name])} help={help && t(help)} autoComplete="off" optional {...input} />
            )}
          </Field>
        )
      })}
      {(Object.keys(LISTS) as (keyof typeof LISTS)[]).filter(has).map((name) => (
        <Field key={name} of={dialog} name={name}>
          {(input) => <LinesField label={t(LISTS[name])} help={t(`${LISTS[name]}Help`)} optional {...input} />}
        </Field>
      ))}
      <Field of={dialog} name="active">
        {(input) => <SwitchField label={t('social.active')} help={t('social.activeHelp')} {...input} />}
      </Field>
      <Field of={dialog} name="trusts_addresses">
        {(input) => <SwitchField label={t('social.trusts')} help={t('social.trustsHelp')} {...input} />}
      </Field>
    </DialogForm>
  )
}

const saveProvider = changeSettings(({ name = '' }) => t('social.saved', { name }))

const isOther = (mine: ProviderValues, there: ProviderValues) =>
  fieldsOf({ table: 'custom_social', key: '' }).some(
    (name) => name !== 'client_secret' && String(mine[name]) !== String(there[name]),
  )

const pick = (values: ProviderValues, names: readonly (keyof ProviderValues)[]): Partial<ProviderValues> =>
  Object.fromEntries(names.map((name) => [name, values[name]]))
