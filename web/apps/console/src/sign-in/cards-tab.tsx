import { useApi } from '@gatehouse/react'
import { useQueries } from '@tanstack/react-query'
import { settingsQuery } from '../shared/settings.queries'
import { SettingsBody } from '../shared/settings-body'
import { CARDS, type CardName, type Values } from './fields'
import { useT } from './sign-in.texts'
import { TableCard } from './table-card'

/** Tab that consists of cards. */
function CardsTab({ names }: { readonly names: readonly CardName[] }) {
  const t = useT()
  const api = useApi()
  const tables = [...new Set(names.map((name) => CARDS[name].table))]
  const results = useQueries({ queries: tables.map((table) => settingsQuery<Values>(api, table)) })
  const valuesOf = (name: CardName) => results[tables.indexOf(CARDS[name].table)]?.data ?? {}
  return (
    <SettingsBody needs={results} change="vendor.write.configuration" readOnly={t('readOnly')}>
      {() => names.map((name) => <TableCard key={name} name={name} values={valuesOf(name)} />)}
    </SettingsBody>
  )
}

export const WaysTab = () => (
  <CardsTab names={['ways', 'signUp', 'landing', 'sessions', 'client', 'machines', 'acting']} />
)
export const PasswordsTab = () => <CardsTab names={['passwords', 'lockout', 'recovery']} />
export const FactorsTab = () => <CardsTab names={['mfa', 'factors']} />
export const SsoTab = () => <CardsTab names={['sso']} />
