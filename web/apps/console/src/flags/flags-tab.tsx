import { localPage, useEditAndDelete } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { type Column, StatusBadge } from '@gatehouse/ui'
import { useMemo } from 'react'
import { ActionTable } from '../shared/action-table'
import type { Flag } from '../wire'
import { FlagDialog } from './flag-dialog'
import { deleteFlag } from './flags.actions'
import { flagsQuery, flagsTable } from './flags.queries'
import { useT } from './flags.texts'
import { useCreateFlag } from './use-create-flag'

const READING = {
  text: ({ name, description, feature }: Flag) => `${name} ${description} ${feature.name} ${feature.key}`,
  sorts: { name: ({ name }: Flag) => name, feature: ({ feature }: Flag) => feature.name },
  filters: { on: ({ on }: Flag, wanted: boolean) => on === wanted },
}

export function FlagsTab() {
  const t = useT()
  const api = useApi()
  const actions = useEditAndDelete<Flag>({
    change: 'vendor.write.entitlements',
    t,
    editor: (flag, close) => <FlagDialog flag={flag} onClose={close} />,
    deletion: { action: deleteFlag },
  })
  const create = useCreateFlag()
  return (
    <>
      <ActionTable
        id="flags"
        label={t('title')}
        table={flagsTable}
        query={(state) => ({ ...flagsQuery(api), select: (all: Flag[]) => localPage(all, state, READING) })}
        columns={useColumns()}
        searchLabel={t('search')}
        actions={actions}
        empty={{ drawing: 'list', title: t('empty.title'), children: t('empty.help'), action: create.button }}
      />
      {create.dialog}
    </>
  )
}

function useColumns(): Column<Flag>[] {
  const t = useT()
  return useMemo(
    () => [
      { id: 'name', header: t('columns.name'), sortable: true, cell: ({ name }) => name },
      { id: 'feature', header: t('columns.feature'), sortable: true, cell: ({ feature }) => feature.name },
      {
        id: 'state',
        header: t('columns.state'),
        cell: ({ on }) => <StatusBadge tone={on ? 'success' : 'neutral'}>{t(on ? 'on' : 'off')}</StatusBadge>,
      },
      { id: 'rules', header: t('columns.rules'), align: 'end', cell: ({ rules }) => rules.length },
    ],
    [t],
  )
}
