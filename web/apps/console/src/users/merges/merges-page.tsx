import { SectionTable, useAction, usePermissions } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { ConfirmDialog, PageHeader, type RowAction } from '@gatehouse/ui'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import type { MergeRequest } from '../../wire'
import { useT as useUsersTexts } from '../users.texts'
import { mergesQuery, mergesTable, withdrawMerge } from './merges.queries'
import { useT } from './merges.texts'
import { useColumns } from './use-columns'
import { UsersTabs } from './users-tabs'

const WAITS: readonly string[] = ['waiting', 'confirmed'] satisfies MergeRequest['state'][]

/** Merge requests and their status. */
export function MergesPage() {
  const t = useT()
  const people = useUsersTexts()
  const api = useApi()
  const mayWithdraw = usePermissions()('vendor.write.users')
  const withdraw = useAction(withdrawMerge)
  const [leaving, setLeaving] = useState<MergeRequest>()

  const actionsFor = (one: MergeRequest): RowAction[] =>
    mayWithdraw && WAITS.includes(one.state)
      ? [{ label: t('withdraw.action'), icon: IconArrowBackUp, onClick: () => setLeaving(one), danger: true }]
      : []

  return (
    <>
      <PageHeader title={people('title')} purpose={t('purpose')} />
      <UsersTabs current="merges" />
      <SectionTable
        id="console-merges"
        label={t('tabs.merges')}
        table={mergesTable}
        query={(state) => mergesQuery(api, state)}
        columns={useColumns()}
        rowLabel={({ goes, stays }) => `${goes.email}, ${stays.email}`}
        rowActions={actionsFor}
        empty={{ drawing: 'people', title: t('empty.title'), children: t('empty.help') }}
      />
      {leaving && (
        <ConfirmDialog
          opened
          onClose={() => setLeaving(undefined)}
          onConfirm={() => withdraw.run(leaving)}
          title={t('withdraw.title')}
          verb={t('withdraw.verb')}
        >
          {t('withdraw.text', { goes: leaving.goes.email, stays: leaving.stays.email })}
        </ConfirmDialog>
      )}
    </>
  )
}
