import { useApi } from '@gatehouse/react'
import { PageHeader } from '@gatehouse/ui'
import { useQuery } from '@tanstack/react-query'
import { ViewAsCode } from '../configuration/view-as-code'
import { settingsQuery } from '../shared/settings.queries'
import { SettingsBody } from '../shared/settings-body'
import { useT } from './brand.texts'
import { BrandCard, type BrandValues } from './brand-card'

export function BrandPage() {
  const t = useT()
  const brand = useQuery(settingsQuery<Partial<BrandValues>>(useApi(), 'brand'))
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} action={<ViewAsCode tables={['brand']} />} />
      <SettingsBody needs={[brand]} change="vendor.write.configuration" readOnly={t('readOnly')}>
        {() => <BrandCard brand={brand.data ?? {}} />}
      </SettingsBody>
    </>
  )
}
