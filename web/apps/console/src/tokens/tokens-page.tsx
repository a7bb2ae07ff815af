import { TabbedPage } from '@gatehouse/admin-portal/kit'
import { TABS } from './tokens.tabs'
import { useT } from './tokens.texts'
import { useCreateTemplate } from './use-template-actions'

export function TokensPage() {
  const t = useT()
  const create = useCreateTemplate()
  return (
    <>
      <TabbedPage {...TABS} path="tokens" title={t('title')} purpose={t('purpose')} action={create.button} />
      {create.dialog}
    </>
  )
}
