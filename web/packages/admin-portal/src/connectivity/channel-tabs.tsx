import { EMAIL, SMS } from './channels'
import { SubscriptionsTable } from './subscriptions-table'

export const EmailTab = () => <SubscriptionsTable channel={EMAIL} />

export const SmsTab = () => <SubscriptionsTable channel={SMS} />
