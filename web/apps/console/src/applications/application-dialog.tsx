import { DialogForm, Field, FieldRow, shortText, useAction, useDialogForm } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { TextAreaField, TextField } from '@gatehouse/ui'
import { z } from 'zod'
import { CheckField } from '../shared/check-field'
import { ChoiceField } from '../shared/choice-field'
import { JsonField } from '../shared/json-field'
import { jsonText } from '../shared/json-text'
import { LinesField } from '../shared/lines-field'
import type { Application } from '../wire'
import { type ApplicationValues, changeApplication, createApplication } from './applications.actions'
import { ACCESS, KINDS, PLATFORMS, readApplication } from './applications.queries'
import { t, useT } from './applications.texts'
import { metadataSchema } from './metadata-schema'
import { TokenFields } from './token-fields'

const address = shortText(2000)
const YEAR = 31_536_000
const refresh = { error: () => t('form.refreshWrong') }
const accessLife = { error: () => t('form.accessLifeWrong') }
const CLIENT_ID = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/i

const schema = z.object({
  name: shortText(200).min(1, { error: () => t('form.nameMissing') }),
  applicationType: z.string(),
  type: z.string(),
  description: shortText(2000),
  appURL: address,
  loginURL: address,
  logoURL: address,
  redirectUris: z.array(z.string()),
  allowedOrigins: z.array(z.string()),
  accessType: z.enum(ACCESS),
  isActive: z.boolean(),
  hostedLogin: z.boolean(),
  isDefault: z.boolean(),
  clientId: z
    .string()
    .trim()
    .regex(CLIENT_ID, { error: () => t('form.clientIdWrong') }),
  signingAlgorithm: z.string(),
  // NaN stands for an empty field: the installation default applies.
  accessTokenSeconds: z.nan().or(z.number(accessLife).min(30, accessLife).max(86_400, accessLife)),
  refreshTokenSeconds: z.number(refresh).min(300, refresh).max(YEAR, refresh),
  dpopBoundAccessTokens: z.boolean(),
  dpopNonce: z.boolean(),
  requirePushedAuthorizationRequests: z.boolean(),
  pkce: z.enum(['required', 'optional']),
  backchannelLogoutUri: address,
  allowDcr: z.boolean(),
  frontendStack: z
    .string()
    .trim()
    .regex(/^[a-z.-]{0,40}$/, { error: () => t('form.stackWrong') }),
  metadata: metadataSchema,
})

/** Defaults of the server for fields that are not sent. */
const NEW: ApplicationValues = {
  name: '',
  applicationType: 'first-party',
  type: 'web',
  description: '',
  appURL: '',
  loginURL: '',
  logoURL: '',
  redirectUris: [],
  allowedOrigins: [],
  accessType: 'FREE_ACCESS',
  isActive: true,
  hostedLogin: true,
  isDefault: false,
  clientId: '',
  signingAlgorithm: 'ES256',
  accessTokenSeconds: Number.NaN,
  refreshTokenSeconds: 2_592_000,
  dpopBoundAccessTokens: false,
  dpopNonce: false,
  requirePushedAuthorizationRequests: false,
  pkce: 'required',
  backchannelLogoutUri: '',
  allowDcr: false,
  frontendStack: 'react',
  metadata: '',
}

function toFormValues(application: Application): ApplicationValues {
  const names = Object.keys(NEW) as (keyof ApplicationValues)[]
  const found = Object.fromEntries(names.map((name) => [name, application[name]]))
  const accessTokenSeconds = application.accessTokenSeconds ?? Number.NaN
  return { ...(found as unknown as ApplicationValues), accessTokenSeconds, metadata: jsonText(application.metadata) }
}

interface ApplicationDialogProps {
  readonly application?: Application
  readonly onClose: () => void
}

/** Form for a new application, or for all settings of an existing one. */
export function ApplicationDialog({ application, onClose }: ApplicationDialogProps) {
  const t = useT()
  const create = useAction(createApplication)
  const change = useAction(changeApplication)
  const api = useApi()
  const dialog = useDialogForm<ApplicationValues>({
    schema,
    start: application ? toFormValues(application) : NEW,
    current: application && (async () => toFormValues(await readApplication(api, application.id))),
    save: (values, changed) => (application ? change.run({ application, values: changed }) : create.run(values)),
    onClose,
  })

  return (
    <DialogForm
      of={dialog}
      title={application ? t('edit.title', { name: application.name }) : t('create.title')}
      submitLabel={t(application ? 'edit.submit' : 'create.submit')}
      size={640}
    >
      <Field of={dialog} name="name">
        {(input) => <TextField label={t('form.name')} autoComplete="off" data-autofocus {...input} />}
      </Field>
      <FieldRow>
        <Field of={dialog} name="applicationType">
          {(input) => (
            <ChoiceField label={t('form.kind')} options={KINDS.map((kind) => [kind, t(`kind.${kind}`)])} {...input} />
          )}
        </Field>
        <Field of={dialog} name="type">
          {(input) => (
            <ChoiceField
              label={t('form.platform')}
              options={PLATFORMS.map((platform) => [platform, t(`platform.${platform}`)])}
              {...input}
            />
          )}
        </Field>
      </FieldRow>
      <Field of={dialog} name="description">
        {(input) => <TextAreaField label={t('form.description')} optional minRows={2} {...input} />}
      </Field>
      <Field of={dialog} name="appURL">
        {(input) => <TextField label={t('form.appURL')} help={t('form.appURLHelp')} optional {...input} />}
      </Field>
      <FieldRow>
        <Field of={dialog} name="loginURL">
          {(input) => <TextField label={t('form.loginURL')} optional {...input} />}
        </Field>
        <Field of={dialog} name="logoURL">
          {(input) => <TextField label={t('form.logoURL')} optional {...input} />}
        </Field>
      </FieldRow>
      <Field of={dialog} name="redirectUris">
        {(input) => <LinesField label={t('form.redirectUris')} help={t('form.redirectUrisHelp')} optional {...input} />}
      </Field>
      <Field of={dialog} name="allowedOrigins">
        {(input) => (
          <LinesField label={t('form.allowedOrigins')} help={t('form.allowedOriginsHelp')} optional {...input} />
        )}
      </Field>
      <Field of={dialog} name="accessType">
        {(input) => (
          <ChoiceField
            label={t('form.accessType')}
            help={t('form.accessTypeHelp')}
            options={ACCESS.map((access) => [access, t(`access.${access}`)])}
            {...input}
          />
        )}
      </Field>
      <Field of={dialog} name="isActive">
        {(input) => <CheckField label={t('form.isActive')} help={t('form.isActiveHelp')} {...input} />}
      </Field>
      <Field of={dialog} name="hostedLogin">
        {(input) => <CheckField label={t('form.hostedLogin')} help={t('form.hostedLoginHelp')} {...input} />}
      </Field>
      {!application?.isDefault && (
        <Field of={dialog} name="isDefault">
          {(input) => <CheckField label={t('form.isDefault')} help={t('form.isDefaultHelp')} {...input} />}
        </Field>
      )}
      <TokenFields of={dialog} />
      <Field of={dialog} name="metadata">
        {(input) => <JsonField label={t('form.metadata')} help={t('form.metadataHelp')} optional {...input} />}
      </Field>
    </DialogForm>
  )
}
