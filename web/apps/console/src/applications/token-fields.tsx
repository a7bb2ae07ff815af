import { DurationField, Field, NumberField } from '@gatehouse/admin-portal/kit'
import { TextField } from '@gatehouse/ui'
import { Stack } from '@mantine/core'
import { useState } from 'react'
import { useFormState } from 'react-hook-form'
import { CheckField } from '../shared/check-field'
import { ChoiceField } from '../shared/choice-field'
import type { ApplicationValues } from './applications.actions'
import { useT } from './applications.texts'

interface TokenFieldsProps {
  readonly of: Parameters<typeof Field<ApplicationValues, 'name'>>[0]['of']
}

const SIGNATURES = ['ES256', 'RS256'] as const
const INSIDE = [
  'clientId',
  'signingAlgorithm',
  'accessTokenSeconds',
  'refreshTokenSeconds',
  'dpopBoundAccessTokens',
  'dpopNonce',
  'requirePushedAuthorizationRequests',
  'pkce',
  'backchannelLogoutUri',
  'allowDcr',
  'frontendStack',
] as const

/** Advanced settings, which few applications change. */
export function TokenFields({ of }: TokenFieldsProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  // Opens the section if it contains an error, which would otherwise block saving while hidden.
  const { errors } = useFormState({ control: of.form.control })
  const isWrong = INSIDE.some((name) => errors[name])
  return (
    <details open={isOpen || isWrong} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('form.more')}</summary>
      <Stack gap="md" mt="md">
        <Field of={of} name="clientId">
          {(input) => (
            <TextField
              label={t('drawer.clientId')}
              help={t('form.clientIdHelp')}
              autoComplete="off"
              spellCheck={false}
              optional
              {...input}
            />
          )}
        </Field>
        <Field of={of} name="signingAlgorithm">
          {(input) => (
            <ChoiceField label={t('form.signing')} options={SIGNATURES.map((one) => [one, one])} {...input} />
          )}
        </Field>
        <Field of={of} name="accessTokenSeconds">
          {(input) => <NumberField label={t('form.accessLife')} help={t('form.accessLifeHelp')} {...input} />}
        </Field>
        <Field of={of} name="refreshTokenSeconds">
          {(input) => <DurationField label={t('form.refresh')} help={t('form.refreshHelp')} {...input} />}
        </Field>
        <Field of={of} name="dpopBoundAccessTokens">
          {(input) => <CheckField label={t('form.dpop')} {...input} />}
        </Field>
        <Field of={of} name="dpopNonce">
          {(input) => <CheckField label={t('form.dpopNonce')} {...input} />}
        </Field>
        <Field of={of} name="requirePushedAuthorizationRequests">
          {(input) => <CheckField label={t('form.pushed')} {...input} />}
        </Field>
        <Field of={of} name="pkce">
          {(input) => (
            <ChoiceField
              label={t('form.pkce')}
              help={t('form.pkceHelp')}
              options={[
                ['required', t('form.pkceRequired')],
                ['optional', t('form.pkceOptional')],
              ]}
              {...input}
            />
          )}
        </Field>
        <Field of={of} name="backchannelLogoutUri">
          {(input) => <TextField label={t('form.backchannel')} help={t('form.backchannelHelp')} optional {...input} />}
        </Field>
        <Field of={of} name="allowDcr">
          {(input) => <CheckField label={t('form.allowDcr')} help={t('form.allowDcrHelp')} {...input} />}
        </Field>
        <Field of={of} name="frontendStack">
          {(input) => <TextField label={t('form.stack')} help={t('form.stackHelp')} autoComplete="off" {...input} />}
        </Field>
      </Stack>
    </details>
  )
}
