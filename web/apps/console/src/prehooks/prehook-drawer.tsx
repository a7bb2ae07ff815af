import { Actions, DetailsDrawer, Facts, InstantToggle, useParams, usePermissions } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { RelativeTime } from '@gatehouse/ui'
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Prehook } from '../wire'
import { CallsPart } from './calls-part'
import { EventNames } from './cells'
import { switchPrehook } from './prehooks.actions'
import { prehooksQuery } from './prehooks.queries'
import { useT } from './prehooks.texts'
import { TestPart } from './test-part'
import { usePrehookActions } from './use-prehook-actions'

export function PrehookDrawer() {
  const t = useT()
  const { id = '' } = useParams()
  const prehook = useQuery({
    ...prehooksQuery(useApi()),
    select: (prehooks) => prehooks.find((one) => one.id === id) ?? null,
  })
  return (
    <DetailsDrawer
      title={prehook.data?.displayName ?? t('drawer.title')}
      query={prehook}
      tablePath="/prehooks"
      gone={{ drawing: 'link', title: t('drawer.gone'), children: t('drawer.goneHelp') }}
    >
      {(shown, close) => <Details prehook={shown} onDeleted={close} />}
    </DetailsDrawer>
  )
}

function Details({ prehook, onDeleted }: { readonly prehook: Prehook; readonly onDeleted: () => void }) {
  const t = useT()
  const mayChange = usePermissions()('vendor.write.configuration')
  const { actionsFor, dialog } = usePrehookActions(onDeleted)
  const action = useMemo(() => switchPrehook(prehook), [prehook])
  const { displayName: name, isActive, failMethod } = prehook
  return (
    <Stack gap="xl">
      <InstantToggle
        label={t('drawer.active')}
        checked={isActive}
        action={action}
        done={(on) => t(on ? 'drawer.nowOn' : 'drawer.nowOff', { name })}
        disabled={!mayChange}
      />
      <Facts
        facts={[
          [t('form.url'), prehook.url],
          [t('form.description'), prehook.description],
          [t('columns.events'), <EventNames key="events" prehook={prehook} />],
          [t('form.fail'), t(`fail.${failMethod}`)],
          [t('drawer.id'), prehook.id],
          [t('columns.changed'), <RelativeTime key="changed" value={prehook.updatedAt} />],
        ]}
      />
      <Actions actions={actionsFor(prehook)} />
      {mayChange && <TestPart prehook={prehook} />}
      <CallsPart prehook={prehook} />
      {dialog}
    </Stack>
  )
}
