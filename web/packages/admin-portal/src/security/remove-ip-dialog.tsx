import { useApi } from '@gatehouse/react'
import { ConfirmDialog } from '@gatehouse/ui'
import { useQuery } from '@tanstack/react-query'
import { useAction } from '../shared/action'
import { readState } from '../shared/table-state'
import type { IpConfig, IpRestriction } from '../wire'
import { ipListQuery, ipTable, removeIp } from './ip.queries'
import { useT } from './security.texts'

interface RemoveIpDialogProps {
  readonly config: IpConfig
  readonly row: IpRestriction
  readonly onClose: () => void
}

/** Says what becomes of the people at the address. */
export function RemoveIpDialog({ config: { isActive, strategy }, row, onClose }: RemoveIpDialogProps) {
  const t = useT()
  const remove = useAction(removeIp)
  const { data } = useQuery(ipListQuery(useApi(), strategy, readState(ipTable, {})))
  const effect = strategy === 'BLOCK' ? 'ip.removeBlocked' : data?.total === 1 ? 'ip.removeLast' : 'ip.removeAllowed'
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() => remove.run(row)}
      title={t('ip.removeTitle', { ip: row.ip })}
      verb={t('list.remove')}
    >
      {t(isActive ? effect : 'ip.removeOff')}
    </ConfirmDialog>
  )
}
