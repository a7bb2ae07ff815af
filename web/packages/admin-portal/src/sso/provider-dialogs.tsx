import { PasswordField, TextAreaField, TextField } from '@gatehouse/ui'
import { z } from 'zod'
import { useAction } from '../shared/action'
import { DialogForm, useDialogForm } from '../shared/dialog-form'
import { Field } from '../shared/field'
import { shortText } from '../shared/schemas'
import type { SsoConnection } from '../wire'
import { changeConnection, fetchMetadata } from './sso.actions'
import { t, useT } from './sso.texts'
import { useReadConnection } from './use-read-connection'

interface DialogProps {
  readonly connection: SsoConnection
  readonly onClose: () => void
}

const requiredText = (count = 2000) => shortText(count).min(1, { error: () => t('form.missing') })
const address = () =>
  requiredText().regex(/^https:\/\/[^/]|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/i, {
    error: () => t('form.urlWrong'),
  })

const samlStartOf = ({ ssoEndpoint, idpEntityId, publicCertificate }: SsoConnection) => ({
  ssoEndpoint,
  idpEntityId,
  publicCertificate,
})

const oidcStartOf = ({ ssoEndpoint, oidcClientId, oidcSecret }: SsoConnection) => ({
  ssoEndpoint,
  oidcClientId,
  oidcSecret,
})

export function MetadataUrlDialog({ connection, onClose }: DialogProps) {
  const t = useT()
  const read = useAction(fetchMetadata)
  const readConnection = useReadConnection()
  const dialog = useDialogForm({
    schema: z.object({ url: address() }),
    start: { url: connection.metadataUrl },
    async current() {
      const now = await readConnection(connection.id)
      return now && { url: now.metadataUrl }
    },
    save: async ({ url }) => void (await read.run({ id: connection.id, url })),
    refusals: { 'sso.metadata_unreachable': 'url', 'sso.bad_metadata': 'url' },
    onClose,
  })
  return (
    <DialogForm of={dialog} title={t('metadata.urlTitle')} submitLabel={t('metadata.read')}>
      <Field of={dialog} name="url">
        {(input) => <TextField label={t('metadata.address')} type="url" autoComplete="off" data-autofocus {...input} />}
      </Field>
    </DialogForm>
  )
}

export function ByHandDialog({ connection, onClose }: DialogProps) {
  const t = useT()
  const change = useAction(changeConnection)
  const readConnection = useReadConnection()
  const dialog = useDialogForm({
    schema: z.object({ ssoEndpoint: address(), idpEntityId: shortText(2000), publicCertificate: requiredText(50_000) }),
    start: samlStartOf(connection),
    async current() {
      const now = await readConnection(connection.id)
      return now && samlStartOf(now)
    },
    save: async (_, values) => void (await change.run({ id: connection.id, values })),
    refusals: { 'sso.bad_certificate': 'publicCertificate' },
    onClose,
  })
  return (
    <DialogForm of={dialog} title={t('metadata.hand')} submitLabel={t('form.save')} size="lg">
      <Field of={dialog} name="ssoEndpoint">
        {(input) => (
          <TextField label={t('form.endpoint')} help={t('form.endpointHelp')} type="url" data-autofocus {...input} />
        )}
      </Field>
      <Field of={dialog} name="idpEntityId">
        {(input) => <TextField label={t('form.entityId')} help={t('form.entityIdHelp')} optional {...input} />}
      </Field>
      <Field of={dialog} name="publicCertificate">
        {(input) => <TextAreaField label={t('form.certificate')} help={t('form.certificateHelp')} {...input} />}
      </Field>
    </DialogForm>
  )
}

export function OidcDialog({ connection, onClose }: DialogProps) {
  const t = useT()
  const change = useAction(changeConnection)
  const readConnection = useReadConnection()
  const dialog = useDialogForm({
    schema: z.object({ ssoEndpoint: address(), oidcClientId: requiredText(), oidcSecret: requiredText() }),
    start: oidcStartOf(connection),
    async current() {
      const now = await readConnection(connection.id)
      return now && oidcStartOf(now)
    },
    save: async (_, values) => void (await change.run({ id: connection.id, values })),
    onClose,
  })
  return (
    <DialogForm of={dialog} title={t('provider.oidcTitle')} submitLabel={t('form.save')}>
      <Field of={dialog} name="ssoEndpoint">
        {(input) => (
          <TextField label={t('form.issuer')} help={t('form.issuerHelp')} type="url" data-autofocus {...input} />
        )}
      </Field>
      <Field of={dialog} name="oidcClientId">
        {(input) => <TextField label={t('form.clientId')} autoComplete="off" {...input} />}
      </Field>
      <Field of={dialog} name="oidcSecret">
        {(input) => <PasswordField label={t('form.secret')} autoComplete="new-password" {...input} />}
      </Field>
    </DialogForm>
  )
}
