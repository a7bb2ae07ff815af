import { Radio, Stack } from '@mantine/core'
import { z } from 'zod'
import { useAction } from '../shared/action'
import { Field } from '../shared/field'
import { useReadAgain } from '../shared/read-again'
import { SettingsCard, useSettingsForm } from '../shared/settings-form'
import type { MfaPolicy } from '../wire'
import { DurationField } from './duration-field'
import { duration, YEAR } from './limits'
import { mfaQuery, saveMfa } from './security.queries'
import { useT } from './security.texts'
import { SwitchField } from './switch-field'
import { useLooks } from './use-looks'

const CHOICES = ['DontForce', 'Force', 'ForceExceptSAML'] as const

const schema = z.object({
  enforceMFAType: z.enum(CHOICES),
  allowRememberMyDevice: z.boolean(),
  mfaDeviceExpiration: duration(3600, YEAR),
})

type Values = z.infer<typeof schema>

const valuesOf = ({ enforceMFAType, allowRememberMyDevice, mfaDeviceExpiration }: MfaPolicy): Values => ({
  enforceMFAType,
  allowRememberMyDevice,
  mfaDeviceExpiration,
})

export function MfaCard({ policy }: { policy: MfaPolicy }) {
  const t = useT()
  const looks = useLooks('fe.secure.write.securityPolicy')
  const readAgain = useReadAgain()
  const save = useAction(saveMfa)
  const settings = useSettingsForm<Values>({
    schema,
    values: valuesOf(policy),
    // The server wants to hear with every change who has to.
    current: async () => valuesOf(await readAgain((api) => mfaQuery(api))),
    save: (changed, base) => save.run({ ...base, ...changed }),
    appearance: () => looks('mfa'),
  })
  const remembers = settings.form.watch('allowRememberMyDevice')
  return (
    <SettingsCard title={t('mfa.title')} settings={settings}>
      <Field of={settings} name="enforceMFAType">
        {({ value, onChange, readOnly, name }) => (
          <Radio.Group
            name={name}
            label={t('mfa.enforce')}
            description={t('mfa.forceHelp')}
            value={value}
            onChange={(next) => onChange(next as Values['enforceMFAType'])}
          >
            <Stack gap="xs" mt="xs">
              {CHOICES.map((choice) => (
                <Radio key={choice} value={choice} label={t(`mfa.${choice}`)} disabled={readOnly} />
              ))}
            </Stack>
          </Radio.Group>
        )}
      </Field>
      <Field of={settings} name="allowRememberMyDevice">
        {(input) => <SwitchField label={t('mfa.remember')} help={t('mfa.rememberHelp')} {...input} />}
      </Field>
      {remembers && (
        <Field of={settings} name="mfaDeviceExpiration">
          {(input) => <DurationField label={t('mfa.rememberTime')} {...input} />}
        </Field>
      )}
    </SettingsCard>
  )
}
