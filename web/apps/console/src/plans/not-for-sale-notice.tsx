import { Link, usePermissions } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { InlineAlert } from '@gatehouse/ui'
import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isShown } from '../portal/pages'
import { navigationQuery } from '../portal/portal.queries'
import { plansQuery } from './plans.queries'
import { useT } from './plans.texts'

/** Warns if plans have a price while the portal hides the page on which tenants buy them. */
export function NotForSaleNotice() {
  const t = useT()
  const api = useApi()
  const mayRead = usePermissions()('vendor.read.configuration')
  const { data: plans = [] } = useQuery(plansQuery(api))
  const isForSale = plans.some(({ priceId }) => priceId)
  const { data: navigation } = useQuery({ ...navigationQuery(api), enabled: mayRead && isForSale })
  if (!isForSale || !navigation || isShown(navigation, 'subscriptions')) return null
  return (
    <Box mb="md">
      <InlineAlert tone="warning" title={t('notSold.title')} action={<Link to="/portal">{t('notSold.link')}</Link>}>
        {t('notSold.help')}
      </InlineAlert>
    </Box>
  )
}
