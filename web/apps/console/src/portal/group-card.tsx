import {
  Field,
  SettingsCard,
  SwitchField,
  useAction,
  usePermissions,
  useSettingsForm,
} from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { z } from 'zod'
import { GROUPS, type GroupName, isShown, type Navigation, type PageName } from './pages'
import { navigationChange, readNavigation, savePages } from './portal.queries'
import { useT } from './portal.texts'

type Values = Record<string, boolean>

const schema = z.record(z.string(), z.boolean())

interface GroupCardProps {
  readonly group: GroupName
  readonly navigation: Navigation
}

/** Pages of one navigation group of the portal, each with a switch. */
export function GroupCard({ group, navigation }: GroupCardProps) {
  const t = useT()
  const canChange = usePermissions()('vendor.write.configuration')
  const { run } = useAction(savePages)
  const api = useApi()
  const pages: readonly PageName[] = GROUPS[group]
  const settings = useSettingsForm<Values>({
    schema,
    values: Object.fromEntries(pages.map((page) => [page, isShown(navigation, page)])),
    // Needs no conflict check: concurrent changes of a page have the same goal. Other settings of it are kept.
    save: async (changed) => run(navigationChange(await readNavigation(api), changed)),
    appearance: () => (canChange ? 'edit' : 'viewOnly'),
  })
  return (
    <SettingsCard title={t(`groups.${group}`)} settings={settings}>
      {pages.map((page) => (
        <Field key={page} of={settings} name={page}>
          {(input) => <SwitchField label={t(`pages.${page}`)} help={t(`help.${page}`)} {...input} />}
        </Field>
      ))}
    </SettingsCard>
  )
}
