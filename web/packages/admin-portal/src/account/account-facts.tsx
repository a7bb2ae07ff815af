import { Card, Text, Title } from '@mantine/core'
import { useAppearance } from '../shared/appearance'
import { Facts } from '../shared/facts'
import type { AccountSettings } from '../wire'
import { useT } from './account.texts'

/** The details for people who may look and not change: what is not set is said, not shown as an empty field. */
export function AccountFacts({ account }: { account: AccountSettings }) {
  const t = useT()
  const appearance = useAppearance('account')
  const isShown = (field: string) => appearance(field) !== 'hidden'
  const orNot = (value: string | null | undefined) => value || <Text c="dimmed">{t('none')}</Text>
  return (
    <Card component="section" aria-labelledby="account-details">
      <Title order={2} size="h3" id="account-details">
        {t('details')}
      </Title>
      <Text c="dimmed" mb="sm">
        {t('readOnly')}
      </Text>
      <Facts
        facts={[
          [t('name'), isShown('companyName') && account.name],
          [t('website'), isShown('website') && orNot(account.website)],
          [t('address'), isShown('address') && orNot(account.address)],
          [t('timezone'), isShown('timezone') && orNot(account.timezone?.replaceAll('_', ' '))],
          [t('currency'), isShown('currency') && orNot(account.currency)],
          [t('dateFormat'), isShown('dateFormat') && orNot(account.dateFormat)],
          [t('timeFormat'), isShown('timeFormat') && orNot(account.timeFormat)],
        ]}
      />
    </Card>
  )
}
