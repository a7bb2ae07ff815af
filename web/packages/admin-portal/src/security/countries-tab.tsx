import { useApi } from '@gatehouse/react'
import { InlineAlert } from '@gatehouse/ui'
import { useQuery } from '@tanstack/react-query'
import { countriesQuery } from './countries.queries'
import { CountriesForm } from './countries-form'
import { useT } from './security.texts'
import { TabBody } from './tab-body'

export function CountriesTab() {
  const t = useT()
  const countries = useQuery(countriesQuery(useApi()))
  return (
    <TabBody needs={[countries]} change="fe.secure.write.countryRestrictions">
      {() =>
        countries.data &&
        (countries.data.isAvailable ? (
          <CountriesForm set={countries.data} />
        ) : (
          <InlineAlert title={t('countries.noFile')}>{t('countries.noFileHelp')}</InlineAlert>
        ))
      }
    </TabBody>
  )
}
