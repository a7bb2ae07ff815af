import { localPage } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { type Column, formatList, timeColumn } from '@gatehouse/ui'
import { useMemo } from 'react'
import { ActionTable } from '../shared/action-table'
import type { TokenTemplate } from '../wire'
import { claimsOf } from './claims'
import { templatesQuery, templatesTable } from './tokens.queries'
import { useT } from './tokens.texts'
import { useCreateTemplate, useTemplateActions } from './use-template-actions'

const READING = {
  text: ({ name, key, description }: TokenTemplate) => `${name} ${key} ${description ?? ''}`,
  sorts: {
    name: ({ name }: TokenTemplate) => name,
    key: ({ key }: TokenTemplate) => key,
    expiration: ({ expiration }: TokenTemplate) => expiration,
    updatedAt: ({ updatedAt }: TokenTemplate) => updatedAt,
  },
  filters: {},
}

export function TemplatesTab() {
  const t = useT()
  const api = useApi()
  const create = useCreateTemplate()
  return (
    <>
      <ActionTable
        id="token-templates"
        label={t('title')}
        table={templatesTable}
        query={(state) => ({
          ...templatesQuery(api),
          select: (all: TokenTemplate[]) => localPage(all, state, READING),
        })}
        detailsPath="/tokens"
        columns={useColumns()}
        searchLabel={t('search')}
        actions={useTemplateActions()}
        empty={{ drawing: 'key', title: t('empty.title'), children: t('empty.help'), action: create.button }}
      />
      {create.dialog}
    </>
  )
}

function useColumns(): Column<TokenTemplate>[] {
  const t = useT()
  return useMemo(
    () => [
      { id: 'name', header: t('columns.name'), sortable: true, cell: ({ name }) => name },
      { id: 'key', header: t('columns.key'), sortable: true, wrap: true, cell: ({ key }) => <code>{key}</code> },
      {
        id: 'claims',
        header: t('columns.claims'),
        wrap: true,
        cell: (template) => formatList(Object.keys(claimsOf(template))),
      },
      {
        id: 'expiration',
        header: t('columns.expiration'),
        sortable: true,
        align: 'end',
        cell: ({ expiration }) => expiration,
      },
      timeColumn('updatedAt', t('columns.updatedAt'), ({ updatedAt }) => updatedAt),
    ],
    [t],
  )
}
