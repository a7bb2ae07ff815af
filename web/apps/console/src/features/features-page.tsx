import { localPage, useEditAndDelete } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { type Column, StatusBadge } from '@gatehouse/ui'
import { useMemo } from 'react'
import { ActionTable } from '../shared/action-table'
import { CatalogPage } from '../shared/catalog-page'
import { useCreate } from '../shared/create-button'
import type { Feature } from '../wire'
import { FeatureDialog } from './feature-dialog'
import { deleteFeature } from './features.actions'
import { featuresQuery, featuresTable } from './features.queries'
import { useT } from './features.texts'

const READING = {
  text: ({ name, description, key }: Feature) => `${name} ${description} ${key}`,
  sorts: { name: ({ name }: Feature) => name, key: ({ key }: Feature) => key },
  filters: { flag: ({ featureFlag }: Feature, wanted: boolean) => Boolean(featureFlag) === wanted },
}

export function FeaturesPage() {
  const t = useT()
  const api = useApi()
  const actions = useEditAndDelete<Feature>({
    change: 'vendor.write.entitlements',
    t,
    editor: (feature, close) => <FeatureDialog feature={feature} onClose={close} />,
    deletion: { action: deleteFeature },
  })
  const create = useCreate({
    label: t('create.button'),
    permission: 'vendor.write.entitlements',
    dialog: (close) => <FeatureDialog onClose={close} />,
  })
  return (
    <CatalogPage t={t} tables={['features']} create={create}>
      <ActionTable
        id="features"
        label={t('title')}
        table={featuresTable}
        query={(state) => ({ ...featuresQuery(api), select: (all: Feature[]) => localPage(all, state, READING) })}
        columns={useColumns()}
        searchLabel={t('search')}
        actions={actions}
        empty={{ drawing: 'list', title: t('empty.title'), children: t('empty.help'), action: create.button }}
      />
    </CatalogPage>
  )
}

function useColumns(): Column<Feature>[] {
  const t = useT()
  return useMemo(
    () => [
      { id: 'name', header: t('columns.name'), sortable: true, cell: ({ name }) => name },
      { id: 'key', header: t('columns.key'), sortable: true, wrap: true, cell: ({ key }) => <code>{key}</code> },
      {
        id: 'permissions',
        header: t('columns.permissions'),
        align: 'end',
        cell: ({ permissions }) => permissions.length,
      },
      {
        id: 'flag',
        header: t('columns.flag'),
        cell: ({ featureFlag }) =>
          featureFlag ? (
            <StatusBadge tone={featureFlag.on ? 'success' : 'neutral'}>
              {t(featureFlag.on ? 'flagOn' : 'flagOff')}
            </StatusBadge>
          ) : (
            t('flagNone')
          ),
      },
    ],
    [t],
  )
}
