import { z } from 'zod'
import { useAction } from '../shared/action'
import { Field } from '../shared/field'
import { useReadAgain } from '../shared/read-again'
import { SettingsCard, useSettingsForm } from '../shared/settings-form'
import type { LockoutPolicy } from '../wire'
import { wholeNumber } from './limits'
import { NumberField } from './number-field'
import { lockoutQuery, saveLockout } from './security.queries'
import { useT } from './security.texts'
import { SwitchField } from './switch-field'
import { useLooks } from './use-looks'

const schema = z.object({ enabled: z.boolean(), maxAttempts: wholeNumber(3, 100) })

const valuesOf = ({ enabled, maxAttempts }: LockoutPolicy) => ({ enabled, maxAttempts })

export function LockoutCard({ policy }: { policy: LockoutPolicy }) {
  const t = useT()
  const looks = useLooks('fe.secure.write.securityPolicy')
  const readAgain = useReadAgain()
  const save = useAction(saveLockout)
  const settings = useSettingsForm<z.infer<typeof schema>>({
    schema,
    values: valuesOf(policy),
    current: async () => valuesOf(await readAgain((api) => lockoutQuery(api))),
    save: (changed, base) => save.run({ ...base, ...changed }),
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
