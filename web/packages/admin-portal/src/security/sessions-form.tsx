import { Stack, Text } from '@mantine/core'
import { z } from 'zod'
import { useAction } from '../shared/action'
import { Field } from '../shared/field'
import { useReadAgain } from '../shared/read-again'
import { SettingsCard, useSettingsForm } from '../shared/settings-form'
import type { SessionConfiguration } from '../wire'
import { DurationField } from './duration-field'
import { duration, wholeNumber, YEAR } from './limits'
import { NumberField } from './number-field'
import { saveSessionLimits, sessionLimitsQuery } from './security.queries'
import { useT } from './security.texts'
import { SwitchField } from './switch-field'
import { useLooks } from './use-looks'

const schema = z.object({
  idle: z.object({ isActive: z.boolean(), timeout: duration(60, YEAR) }),
  relogin: z.object({ isActive: z.boolean(), timeout: duration(300, YEAR) }),
  concurrent: z.object({ isActive: z.boolean(), maxSessions: wholeNumber(1, 1000) }),
})

type Values = z.infer<typeof schema>

// The vendor's names for them (admin portal spec §2).
const FIELDS = { idle: 'idleSessionTimeout', relogin: 'forceReLogin', concurrent: 'maximumConcurrentSessions' }

export function SessionsForm({ limits }: { limits: SessionConfiguration }) {
  const t = useT()
  const looks = useLooks('fe.secure.write.securityPolicy')
  const readAgain = useReadAgain()
  const save = useAction(saveSessionLimits)
  const settings = useSettingsForm<Values>({
    schema,
    values: valuesOf(limits),
    current: async () => valuesOf(await readAgain((api) => sessionLimitsQuery(api))),
    save: ({ idle, relogin, concurrent }) =>
      save.run({
        ...(idle && { sessionIdleTimeoutConfiguration: idle }),
        ...(relogin && { sessionTimeoutConfiguration: relogin }),
        ...(concurrent && { sessionConcurrentConfiguration: concurrent }),
      }),
    appearance: (name) => looks(FIELDS[name.split('.')[0] as keyof typeof FIELDS]),
  })
  const [idle, relogin, concurrent] = settings.form.watch(['idle.isActive', 'relogin.isActive', 'concurrent.isActive'])
  return (
    <SettingsCard title={t('sessions.title')} settings={settings}>
      <Stack gap="sm">
        <Field of={settings} name="idle.isActive">
          {(input) => <SwitchField label={t('sessions.idle')} help={t('sessions.idleHelp')} {...input} />}
        </Field>
        {idle && (
          <Field of={settings} name="idle.timeout">
            {(input) => <DurationField label={t('sessions.idleTime')} {...input} />}
          </Field>
        )}
      </Stack>
      <Stack gap="sm">
        <Field of={settings} name="relogin.isActive">
          {(input) => <SwitchField label={t('sessions.relogin')} help={t('sessions.reloginHelp')} {...input} />}
        </Field>
        {relogin && (
          <Field of={settings} name="relogin.timeout">
            {(input) => <DurationField label={t('sessions.reloginTime')} {...input} />}
          </Field>
        )}
      </Stack>
      <Stack gap="sm">
        <Field of={settings} name="concurrent.isActive">
          {(input) => <SwitchField label={t('sessions.concurrent')} help={t('sessions.concurrentHelp')} {...input} />}
        </Field>
        {concurrent && (
          <Field of={settings} name="concurrent.maxSessions">
            {(input) => <NumberField label={t('sessions.concurrentCount')} {...input} />}
          </Field>
        )}
      </Stack>
      <Text c="dimmed">{t('sessions.effect')}</Text>
    </SettingsCard>
  )
}

/** Where the server says nothing of a part, it is off with what the server would take. */
function valuesOf(limits: SessionConfiguration): Values {
  return {
    idle: limits.sessionIdleTimeoutConfiguration ?? { isActive: false, timeout: 3600 },
    relogin: limits.sessionTimeoutConfiguration ?? { isActive: false, timeout: 7_776_000 },
    concurrent: limits.sessionConcurrentConfiguration ?? { isActive: false, maxSessions: 10 },
  }
}
