import { ApiError } from '@gatehouse/api'
import { TextField } from '@gatehouse/ui'
import { Text } from '@mantine/core'
import { z } from 'zod'
import { useAction } from '../shared/action'
import { Field } from '../shared/field'
import { useReadAgain } from '../shared/read-again'
import { shortText } from '../shared/schemas'
import { SettingsCard, useSettingsForm } from '../shared/settings-form'
import type { AccountSettings } from '../wire'
import { accountQuery, saveCustomLogin } from './account.queries'
import { t, useT } from './account.texts'

/** As the server reads them. */
const ALIAS = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/
const PLACE = /^(https:\/\/[^\s/:@?#]+|http:\/\/(localhost|127\.0\.0\.1))(:\d{1,5})?([/?#]\S*)?$/

const place = shortText(2000).refine((text) => text === '' || PLACE.test(text), {
  error: () => t('customLogin.urlWrong'),
})

const schema = z.object({
  alias: shortText(63).refine((text) => text === '' || ALIAS.test(text), { error: () => t('customLogin.aliasWrong') }),
  loginUrl: place,
  applicationUrl: place,
})

type Values = z.infer<typeof schema>

export function CustomLoginForm({ account }: { account: AccountSettings }) {
  const t = useT()
  const readAgain = useReadAgain()
  const save = useAction(saveCustomLogin)
  const settings = useSettingsForm<Values>({
    schema,
    values: valuesOf(account),
    current: async () => valuesOf(await readAgain((api) => accountQuery(api))),
    async save(changed) {
      // Something was typed and is as it was, but for blanks around it.
      const before = valuesOf(account)
      const isSame = Object.entries(changed).every(([name, value]) => before[name as keyof Values] === value)
      // As the server refuses it: only a refusal is meant for people.
      if (isSame) throw new ApiError(400, 'account.nothing_changed', [t('customLogin.noChanges')])
      await save.run(changed)
    },
    refusals: { 'account.alias_taken': 'alias' },
  })
  return (
    <SettingsCard title={t('customLogin.title')} settings={settings}>
      <Text c="dimmed">{t('customLogin.help')}</Text>
      <Field of={settings} name="loginUrl">
        {(input) => (
          <TextField
            label={t('customLogin.loginUrl')}
            help={t('customLogin.loginUrlHelp')}
            optional
            type="url"
            {...input}
          />
        )}
      </Field>
      <Field of={settings} name="applicationUrl">
        {(input) => (
          <TextField
            label={t('customLogin.applicationUrl')}
            help={t('customLogin.applicationUrlHelp')}
            optional
            type="url"
            {...input}
          />
        )}
      </Field>
      <Field of={settings} name="alias">
        {(input) => (
          <TextField
            label={t('customLogin.alias')}
            help={t('customLogin.aliasHelp')}
            optional
            autoComplete="off"
            {...input}
          />
        )}
      </Field>
    </SettingsCard>
  )
}

function valuesOf({ alias, loginUrl, applicationUrl }: AccountSettings): Values {
  return { alias: alias ?? '', loginUrl: loginUrl ?? '', applicationUrl: applicationUrl ?? '' }
}
