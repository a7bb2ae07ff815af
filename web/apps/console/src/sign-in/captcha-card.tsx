import {
  Field,
  NumberField,
  SettingsCard,
  SwitchField,
  useAction,
  useEdited,
  usePermissions,
  useSettingsForm,
} from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { PasswordField, TextField } from '@gatehouse/ui'
import { useRef } from 'react'
import { z } from 'zod'
import { ChoiceField } from '../shared/choice-field'
import { cleanLines, LinesField } from '../shared/lines-field'
import type { CaptchaPolicy } from '../wire'
import { type CaptchaValues, readCaptcha, saveCaptcha } from './captcha.queries'
import { t, useT } from './sign-in.texts'

const PROVIDERS = ['altcha', 'recaptcha'] as const
const score = { error: () => t('outOf', { min: 0, max: 1 }) }

const schema = z.object({
  enabled: z.boolean(),
  provider: z.enum(PROVIDERS),
  siteKey: z.string().trim().max(500),
  secretKey: z.string().trim().max(500),
  minScore: z.number(score).min(0, score).max(1, score),
  ignoredEmails: z.array(z.string()),
})

const valuesOf = (policy: CaptchaPolicy | null): CaptchaValues => ({
  enabled: policy?.enabled ?? false,
  provider: policy?.provider ?? 'altcha',
  siteKey: policy?.siteKey ?? '',
  secretKey: '',
  minScore: policy?.minScore ?? 0.5,
  ignoredEmails: policy?.ignoredEmails ?? [],
})

export function CaptchaCard({ policy }: { readonly policy: CaptchaPolicy | null }) {
  const t = useT()
  const canChange = usePermissions()('vendor.write.configuration')
  const save = useAction(saveCaptcha)
  const api = useApi()
  const edited = useEdited<CaptchaValues>()
  const started = useRef<Partial<CaptchaValues>>({})
  const settings = useSettingsForm<CaptchaValues>({
    schema,
    values: valuesOf(policy),
    async save(changed) {
      // The policy is saved as a whole, so changes of other administrators are read and merged first.
      const now = await readCaptcha(api)
      const next = { ...valuesOf(now), ...edited(started.current, changed, valuesOf(now)) }
      return save.run({
        exists: now !== null,
        values: { ...next, ignoredEmails: cleanLines(next.ignoredEmails) },
      })
    },
    refusals: { 'captcha.keys_needed': 'siteKey' },
    appearance: () => (canChange ? 'edit' : 'viewOnly'),
  })
  started.current = (settings.form.formState.defaultValues ?? {}) as Partial<CaptchaValues>
  return (
    <SettingsCard title={t('captcha.title')} settings={settings}>
      <Field of={settings} name="enabled">
        {(input) => <SwitchField label={t('captcha.enabled')} help={t('captcha.enabledHelp')} {...input} />}
      </Field>
      <Field of={settings} name="provider">
        {(input) => (
          <ChoiceField
            label={t('captcha.provider')}
            options={PROVIDERS.map((one) => [one, t(`captcha.providers.${one}`)])}
            {...input}
          />
        )}
      </Field>
      {settings.form.watch('provider') === 'recaptcha' && (
        <>
          <Field of={settings} name="siteKey">
            {(input) => <TextField label={t('captcha.siteKey')} autoComplete="off" {...input} />}
          </Field>
          <Field of={settings} name="secretKey">
            {(input) => (
              <PasswordField
                label={t('captcha.secretKey')}
                help={t('captcha.secretKept')}
                autoComplete="new-password"
                {...input}
              />
            )}
          </Field>
          <Field of={settings} name="minScore">
            {(input) => <NumberField label={t('captcha.minScore')} decimals={2} {...input} />}
          </Field>
        </>
      )}
      <Field of={settings} name="ignoredEmails">
        {(input) => <LinesField label={t('captcha.ignored')} help={t('captcha.ignoredHelp')} optional {...input} />}
      </Field>
    </SettingsCard>
  )
}
