import { z } from 'zod'
import { useAction } from '../shared/action'
import { Field } from '../shared/field'
import { SettingsCard, useSettingsForm } from '../shared/settings-form'
import type { LockoutPolicy } from '../wire'
import { whole } from './limits'
import { NumberField } from './number-field'
import { saveLockout } from './security.queries'
import { useT } from './security.texts'
import { SwitchField } from './switch-field'
import { useLooks } from './use-looks'

const schema = z.object({ enabled: z.boolean(), maxAttempts: whole(3, 100) })

export function LockoutCard({ policy: { enabled, maxAttempts } }: { policy: LockoutPolicy }) {
  const t = useT()
  const looks = useLooks('fe.secure.write.securityPolicy')
  const save = useAction(saveLockout)
  const values = { enabled, maxAttempts }
  const settings = useSettingsForm<z.infer<typeof schema>>({
    schema,
    values,
    save: (changed) => save.run({ ...values, ...changed }),
    appearance: () => looks('userLockout'),
  })
  return (
    <SettingsCard title={t('lockout.title')} settings={settings}>
      <Field of={settings} name="enabled">
        {(input) => <SwitchField label={t('lockout.enabled')} help={t('lockout.help')} {...input} />}
      </Field>
      {settings.form.watch('enabled') && (
        <Field of={settings} name="maxAttempts">
          {(input) => <NumberField label={t('lockout.attempts')} {...input} />}
        </Field>
      )}
    </SettingsCard>
  )
}
