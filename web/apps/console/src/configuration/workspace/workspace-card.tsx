import { Field, SettingsCard, SwitchField, shortText } from '@gatehouse/admin-portal/kit'
import { TextField } from '@gatehouse/ui'
import { z } from 'zod'
import { changeSettings } from '../../shared/settings.queries'
import { useTableForm } from '../../shared/use-table-form'
import { t, useT } from './workspace.texts'

const TEXTS = ['country', 'backend_stack', 'frontend_stack', 'host'] as const
const text = shortText(200)

const schema = z.object({
  country: text,
  backend_stack: text,
  frontend_stack: text,
  host: text,
  open_saas_installed: z.boolean(),
})

export type WorkspaceValues = z.infer<typeof schema>

const save = changeSettings(() => t('saved'))

const withDefaults = (given: Partial<WorkspaceValues>): WorkspaceValues => ({
  country: given.country ?? '',
  backend_stack: given.backend_stack ?? '',
  frontend_stack: given.frontend_stack ?? '',
  host: given.host ?? '',
  open_saas_installed: given.open_saas_installed ?? false,
})

export function WorkspaceCard({ workspace }: { readonly workspace: Partial<WorkspaceValues> }) {
  const t = useT()
  const settings = useTableForm<WorkspaceValues>({
    table: 'workspace',
    schema,
    given: workspace,
    shown: withDefaults,
    action: save,
  })
  return (
    <SettingsCard title={t('card')} settings={settings}>
      {TEXTS.map((name) => (
        <Field key={name} of={settings} name={name}>
          {(input) => (
            <TextField
              label={t(`fields.${name}.label`)}
              help={t(`fields.${name}.help`)}
              autoComplete="off"
              optional
              {...input}
            />
          )}
        </Field>
      ))}
      <Field of={settings} name="open_saas_installed">
        {(input) => (
          <SwitchField
            label={t('fields.open_saas_installed.label')}
            help={t('fields.open_saas_installed.help')}
            {...input}
          />
        )}
      </Field>
    </SettingsCard>
  )
}
