import { TabbedPage } from '@gatehouse/admin-portal/kit'
import { ViewAsCode } from '../configuration/view-as-code'
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
      action={<ViewAsCode tables={['mails', 'text_messages']} />}
    />
  )
}
