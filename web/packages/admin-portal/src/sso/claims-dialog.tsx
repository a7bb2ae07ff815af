import { TextAreaField, TextField } from '@gatehouse/ui'
import { z } from 'zod'
import { useAction } from '../shared/action'
import { DialogForm, useDialogForm } from '../shared/dialog-form'
import { Field } from '../shared/field'
import { shortText } from '../shared/schemas'
import type { SsoConnection } from '../wire'
import { isOidc } from './setup'
import { changeConnection } from './sso.actions'
import { t, useT } from './sso.texts'
import { useReadConnection } from './use-read-connection'

const SCOPE = /^[!#-[\]-~]*$/
const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean)
const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

interface ClaimsDialogProps {
  readonly connection: SsoConnection
  readonly onClose: () => void
}

/** Where the provider keeps address and groups, and what it has to be asked for. */
export function ClaimsDialog({ connection, onClose }: ClaimsDialogProps) {
  const t = useT()
  const change = useAction(changeConnection)
  const readConnection = useReadConnection()
  const dialog = useDialogForm({
    schema: z.object({
      scopes,
      emailClaim: shortText(300),
      groupsClaims: shortText(3200),
      groupsSeparator: shortText(5),
    }),
    start: startOf(connection),
    async current() {
      const now = await readConnection(connection.id)
      return now && startOf(now)
    },
    save: async (values) => {
      const { scopes: text, groupsClaims: claims, ...rest } = values
      const given = { ...rest, groupsClaims: linesOf(claims) }
      await change.run({
        id: connection.id,
        values: isOidc(connection) ? { ...given, oidcScopes: wordsOf(text) } : given,
      })
    },
    onClose,
  })
  return (
    <DialogForm
      of={dialog}
      title={t(isOidc(connection) ? 'provider.claims' : 'provider.attributes')}
      submitLabel={t('form.save')}
    >
      {isOidc(connection) && (
        <Field of={dialog} name="scopes">
          {(input) => <TextField label={t('form.scopes')} help={t('form.scopesHelp')} optional {...input} />}
        </Field>
      )}
      <Field of={dialog} name="emailClaim">
        {(input) => <TextField label={t('form.emailClaim')} help={t('form.emailClaimHelp')} optional {...input} />}
      </Field>
      <Field of={dialog} name="groupsClaims">
        {(input) => (
          <TextAreaField label={t('form.groupsClaims')} help={t('form.groupsClaimsHelp')} optional {...input} />
        )}
      </Field>
      <Field of={dialog} name="groupsSeparator">
        {(input) => (
          <TextField label={t('form.groupsSeparator')} help={t('form.groupsSeparatorHelp')} optional {...input} />
        )}
      </Field>
    </DialogForm>
  )
}

const startOf = ({ oidcScopes = [], emailClaim, groupsClaims = [], groupsSeparator }: SsoConnection) => ({
  scopes: oidcScopes.join(' '),
  emailClaim: emailClaim ?? '',
  groupsClaims: groupsClaims.join('\n'),
  groupsSeparator: groupsSeparator ?? '',
})

const scopes = shortText(2000).refine((text) => wordsOf(text).every((word) => SCOPE.test(word)), {
  error: () => t('form.scopesWrong'),
})
