import { useApi } from '@gatehouse/react'
import { useQuery } from '@tanstack/react-query'
import { SettingsBody } from '../../shared/settings-body'
import { targetingQuery, templatesQuery } from '../tokens.queries'
import { useT } from '../tokens.texts'
import { RulesCard } from './rules-card'

export function RulesTab() {
  const t = useT()
  const api = useApi()
  const targeting = useQuery(targetingQuery(api))
  const templates = useQuery(templatesQuery(api))
  return (
    <SettingsBody needs={[targeting, templates]} change="vendor.write.configuration" readOnly={t('readOnly')}>
      {() => targeting.data && <RulesCard rules={targeting.data.rules} templates={templates.data ?? []} />}
    </SettingsBody>
  )
}
