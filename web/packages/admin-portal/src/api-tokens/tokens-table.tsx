import { useApi, useTenants } from '@gatehouse/react'
import { type Column, ConfirmDialog, copyText, type RowAction, timeColumn, toast } from '@gatehouse/ui'
import { IconCopy, IconEdit, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useAction } from '../shared/action'
import { localPage } from '../shared/local-page'
import { usePermissions } from '../shared/permissions'
import { SectionTable } from '../shared/section-table'
import { deleteToken } from './api-tokens.actions'
import { tokensQuery, tokensTable } from './api-tokens.queries'
import { useT } from './api-tokens.texts'
import { ExpiryCell, MakerCell, RolesCell, TokenCell } from './cells'
import { EditDialog } from './edit-dialog'
import { nameOf, type Scope, type Token } from './token'

const DELETE = { tenant: 'fe.secure.delete.tenantApiTokens', personal: 'fe.secure.delete.userApiTokens' } as const
// What has no end ends after everything else.
const FOREVER = '9999'

const READING = {
  text: ({ description, id }: Token) => `${description} ${id}`,
  sorts: {
    token: (token: Token) => nameOf(token).toLowerCase(),
    createdAt: ({ createdAt }: Token) => createdAt,
    expires: ({ expires }: Token) => expires ?? FOREVER,
    lastUsed: ({ lastUsed }: Token) => lastUsed ?? '',
  },
  filters: {},
}

export function TokensTable({ scope, create }: { scope: Scope; create: ReactNode }) {
  const t = useT()
  const api = useApi()
  const name = useTenants().activeTenant?.name ?? ''
  const can = usePermissions()
  const remove = useAction(deleteToken)
  const [asked, setAsked] = useState<Token>()
  const [edited, setEdited] = useState<Token>()

  function actions(token: Token): RowAction[] {
    const offers: (RowAction & { offered: boolean })[] = [
      {
        // A personal token may what its owner may, and an access token says in itself what it may.
        offered: scope === 'tenant' && token.kind === 'credentials' && can('fe.secure.write.tenantApiTokens'),
        label: t('actions.edit'),
        icon: IconEdit,
        onClick: () => setEdited(token),
      },
      {
        offered: token.kind === 'credentials',
        label: t('actions.copyId'),
        icon: IconCopy,
        onClick: () =>
          void copyText(token.id).then((isDone) => (isDone ? toast.success(t('copied')) : toast.error(t('notCopied')))),
      },
      {
        offered: can(DELETE[scope]),
        label: t('actions.delete'),
        icon: IconTrash,
        onClick: () => setAsked(token),
        danger: true,
      },
    ]
    return offers.filter(({ offered }) => offered)
  }

  return (
    <>
      <SectionTable
        id={`${scope}-tokens`}
        label={t(`${scope}.title`)}
        table={tokensTable}
        query={(state) => ({
          ...tokensQuery(api, scope),
          select: (tokens: Token[]) => localPage(tokens, state, READING),
        })}
        columns={useColumns(scope)}
        rowLabel={nameOf}
        searchLabel={t('search')}
        rowActions={actions}
        empty={{ drawing: 'key', title: t('emptyTitle'), children: t(`${scope}.empty`, { name }), action: create }}
      />
      {edited && <EditDialog token={edited} onClose={() => setEdited(undefined)} />}
      {asked && (
        <ConfirmDialog
          opened
          onClose={() => setAsked(undefined)}
          onConfirm={() => remove.run({ scope, token: asked })}
          title={t('delete.title', { name: nameOf(asked) })}
          verb={t('delete.verb')}
          typeToConfirm={nameOf(asked)}
        >
          {t('delete.text')}
        </ConfirmDialog>
      )}
    </>
  )
}

function useColumns(scope: Scope): Column<Token>[] {
  const t = useT()
  const can = usePermissions()
  const [readsRoles, readsUsers] = [can('fe.secure.read.roles'), can('fe.secure.read.users')]
  return useMemo(() => {
    const columns: (Column<Token> & { offered?: boolean })[] = [
      { id: 'token', header: t('columns.token'), sortable: true, cell: (token) => <TokenCell token={token} /> },
      {
        id: 'roles',
        header: t('columns.roles'),
        offered: scope === 'tenant' && readsRoles,
        cell: ({ roleIds }) => <RolesCell roleIds={roleIds} />,
      },
      {
        id: 'createdBy',
        header: t('columns.createdBy'),
        offered: scope === 'tenant' && readsUsers,
        cell: ({ createdByUserId }) => createdByUserId && <MakerCell userId={createdByUserId} />,
      },
      timeColumn('createdAt', t('columns.createdAt'), ({ createdAt }) => createdAt),
      { id: 'expires', header: t('columns.expires'), sortable: true, cell: (token) => <ExpiryCell token={token} /> },
      timeColumn('lastUsed', t('columns.lastUsed'), ({ lastUsed }) => lastUsed, { never: t('never') }),
    ]
    return columns.filter(({ offered }) => offered !== false)
  }, [t, scope, readsRoles, readsUsers])
}
