import { useApi } from '@gatehouse/react'
import { type Column, ConfirmDialog } from '@gatehouse/ui'
import { IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useAction } from '../shared/action'
import { localPage } from '../shared/local-page'
import { usePermissions } from '../shared/permissions'
import { SectionTable } from '../shared/section-table'
import type { DomainConfig, DomainRestriction } from '../wire'
import { AddDomainDialog } from './add-domain-dialog'
import { domainListQuery, domainsTable, removeDomain } from './domains.queries'
import { ListHeading } from './list-heading'
import { useT } from './security.texts'

const READING = {
  text: ({ domain }: DomainRestriction) => domain,
  sorts: { domain: ({ domain }: DomainRestriction) => domain },
  filters: {},
}

export function DomainsList({ config, count }: { readonly config: DomainConfig; readonly count: number }) {
  const t = useT()
  const api = useApi()
  const can = usePermissions()
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<DomainRestriction>()
  const remove = useAction(removeDomain)
  const { active, listType } = config
  const title = t(listType === 'ALLOW' ? 'domains.listTitle' : 'domains.listTitleBlock')
  const canDelete = can('fe.secure.delete.emailDomainRestrictions')
  const effect =
    listType === 'BLOCK' ? 'domains.removeBlocked' : count === 1 ? 'domains.removeLast' : 'domains.removeAllowed'
  return (
    <>
      <ListHeading
        title={title}
        add={t('domains.add')}
        onAdd={can('fe.secure.write.emailDomainRestrictions') ? () => setAdding(true) : undefined}
      />
      <SectionTable
        id="domain-restrictions"
        label={title}
        table={domainsTable}
        query={(state) => ({
          ...domainListQuery(api),
          select: (rows: DomainRestriction[]) =>
            localPage(
              rows.filter(({ type }) => type === listType),
              state,
              READING,
            ),
        })}
        columns={useColumns()}
        rowLabel={({ domain }) => domain}
        searchLabel={t('domains.search')}
        rowActions={(row) =>
          canDelete ? [{ label: t('list.remove'), icon: IconTrash, danger: true, onClick: () => setRemoving(row) }] : []
        }
        empty={{
          drawing: 'list',
          title: t('domains.none'),
          children: t(listType === 'ALLOW' ? 'domains.noneHelp' : 'domains.noneHelpBlock'),
        }}
      />
      {adding && <AddDomainDialog mode={listType} onClose={() => setAdding(false)} />}
      {removing && (
        <ConfirmDialog
          opened
          onClose={() => setRemoving(undefined)}
          onConfirm={() => remove.run(removing)}
          title={t('domains.removeTitle', { domain: removing.domain })}
          verb={t('list.remove')}
        >
          {t(active ? effect : 'domains.removeOff')}
        </ConfirmDialog>
      )}
    </>
  )
}

function useColumns(): Column<DomainRestriction>[] {
  const t = useT()
  return useMemo(
    () => [{ id: 'domain', header: t('domains.domain'), sortable: true, cell: ({ domain }) => domain }],
    [t],
  )
}
