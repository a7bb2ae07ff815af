import { DetailsDrawer, useParams } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { useQuery } from '@tanstack/react-query'
import { useConsoleContext } from '../use-console-context'
import { LicenseDetails } from './license-details'
import { licenseQuery } from './licenses.queries'
import { useT } from './licenses.texts'

export function LicenseDrawer() {
  const t = useT()
  const { id = '' } = useParams()
  const { queryClient } = useConsoleContext()
  const license = useQuery(licenseQuery(useApi(), queryClient, id))
  return (
    <DetailsDrawer
      title={license.data?.name ?? t('drawer.title')}
      query={license}
      tablePath="/licenses/all"
      gone={{ drawing: 'key', title: t('drawer.gone'), children: t('drawer.goneHelp') }}
    >
      {(shown) => <LicenseDetails license={shown} />}
    </DetailsDrawer>
  )
}
