import { z } from 'zod'
import { useAction } from '../shared/action'
import { Field } from '../shared/field'
import { useReadAgain } from '../shared/read-again'
import { SettingsCard, useSettingsForm } from '../shared/settings-form'
import type { HistoryPolicy } from '../wire'
import { wholeNumber } from './limits'
import { NumberField } from './number-field'
import { historyQuery, saveHistory } from './security.queries'
import { useT } from './security.texts'
import { SwitchField } from './switch-field'
import { useLooks } from './use-looks'

const schema = z.object({ enabled: z.boolean(), historySize: wholeNumber(1, 24) })

const valuesOf = ({ enabled, historySize }: HistoryPolicy) => ({ enabled, historySize })

export function HistoryCard({ policy }: { policy: HistoryPolicy }) {
  const t = useT()
  const looks = useLooks('fe.secure.write.securityPolicy')
  const readAgain = useReadAgain()
  const save = useAction(saveHistory)
  const settings = useSettingsForm<z.infer<typeof schema>>({
    schema,
    values: valuesOf(policy),
    current: async () => valuesOf(await readAgain((api) => historyQuery(api))),
    save: (changed, base) => save.run({ ...base, ...changed }),
    appearance: () => looks('passwordHistory'),
  })
  return (
    <SettingsCard title={t('history.title')} settings={settings}>
      <Field of={settings} name="enabled">
        {(input) => <SwitchField label={t('history.enabled')} help={t('history.help')} {...input} />}
      </Field>
      {settings.form.watch('enabled') && (
        <Field of={settings} name="historySize">
          {(input) => <NumberField label={t('history.size')} {...input} />}
        </Field>
      )}
    </SettingsCard>
  )
}
