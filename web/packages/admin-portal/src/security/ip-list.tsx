import { useApi } from '@gatehouse/react'
import { type Column, RelativeTime, StatusBadge } from '@gatehouse/ui'
import { IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { usePermissions } from '../shared/permissions'
import { SectionTable } from '../shared/section-table'
import type { IpConfig, IpRestriction } from '../wire'
import { AddIpDialog } from './add-ip-dialog'
import { ipListQuery, ipTable } from './ip.queries'
import { ListHeading } from './list-heading'
import { RemoveIpDialog } from './remove-ip-dialog'
import { useT } from './security.texts'

export function IpList({ config }: { config: IpConfig }) {
  const t = useT()
  const api = useApi()
  const can = usePermissions()
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<IpRestriction>()
  const mode = config.strategy
  const title = t(mode === 'ALLOW' ? 'ip.listTitle' : 'ip.listTitleBlock')
  const canDelete = can('fe.secure.delete.ipRestrictions')
  return (
    <>
      <ListHeading
        title={title}
        add={t('ip.add')}
        onAdd={can('fe.secure.write.ipRestrictions') ? () => setAdding(true) : undefined}
      />
      <SectionTable
        id="ip-restrictions"
        label={title}
        table={ipTable}
        query={(state) => ipListQuery(api, mode, state)}
        columns={useColumns()}
        rowLabel={({ ip }) => ip}
        rowActions={(row) =>
          canDelete ? [{ label: t('list.remove'), icon: IconTrash, danger: true, onClick: () => setRemoving(row) }] : []
        }
        empty={{
          drawing: 'list',
          title: t('ip.none'),
          children: t(mode === 'ALLOW' ? 'ip.noneHelp' : 'ip.noneHelpBlock'),
        }}
      />
      {adding && <AddIpDialog mode={mode} onClose={() => setAdding(false)} />}
      {removing && <RemoveIpDialog config={config} row={removing} onClose={() => setRemoving(undefined)} />}
    </>
  )
}

function useColumns(): Column<IpRestriction>[] {
  const t = useT()
  return useMemo(
    () => [
      {
        id: 'ip',
        header: t('ip.columns.ip'),
        cell: ({ ip, isActive }) => (
          <>
            {ip} {!isActive && <StatusBadge tone="neutral">{t('ip.inactive')}</StatusBadge>}
          </>
        ),
      },
      { id: 'description', header: t('ip.columns.description'), cell: ({ description }) => description },
      {
        id: 'createdAt',
        header: t('ip.columns.added'),
        cell: ({ createdAt }) => <RelativeTime value={createdAt} focusable={false} />,
      },
    ],
    [t],
  )
}
