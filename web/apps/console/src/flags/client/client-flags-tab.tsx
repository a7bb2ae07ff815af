import { InstantToggle, usePermissions } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { EntriesBody, type KnownEntry } from '../../shared/entries-body'
import { AddFlagDialog } from './add-flag-dialog'
import { clientFlagsQuery, KNOWN, removeFlag, rowsOf, switchFlag, TABLE } from './client-flags.queries'
import { useT } from './client-flags.texts'

/** Global flags that clients read at startup. */
export function ClientFlagsTab() {
  return (
    <EntriesBody
      table={TABLE}
      query={useQuery(clientFlagsQuery(useApi()))}
      t={useT()}
      rowsOf={rowsOf}
      row={(known) => <FlagSwitch {...known} />}
      adder={(close) => <AddFlagDialog onClose={close} />}
      removal={removeFlag}
    />
  )
}

/** A flag is switched directly in the list. */
function FlagSwitch({ name, entry: on }: KnownEntry<boolean>) {
  const t = useT()
  const canChange = usePermissions()('vendor.write.configuration')
  const known = KNOWN.find((one) => one === name)
  const action = useMemo(() => switchFlag(name), [name])
  return (
    <InstantToggle
      label={name}
      {...(known && { help: t(`known.${known}`) })}
      checked={on}
      action={action}
      done={(next) => t(next ? 'on' : 'off', { name })}
      disabled={!canChange}
    />
  )
}
