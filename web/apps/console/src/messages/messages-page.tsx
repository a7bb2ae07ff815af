import { TabbedPage } from '@gatehouse/admin-portal/kit'
import { AsConfiguration } from '../configuration/as-configuration'
import { TABS } from './messages.tabs'
import { useT } from './messages.texts'

export function MessagesPage() {
  const t = useT()
  return (
    <TabbedPage
      {...TABS}
      path="messages"
      title={t('title')}
      purpose={t('purpose')}
      action={<AsConfiguration tables={['mails', 'text_messages']} />}
    />
  )
}
