import { GatehouseProvider } from '@gatehouse/react'
import { createSession } from '@gatehouse/sdk'
import { Suspense, useState } from 'react'
import { routeAt } from './routes'

/** One session, and whatever stands at the path. */
export function App({ path }: { readonly path: string }) {
  const [session] = useState(() => createSession())
  const { Page } = routeAt(path)
  return (
    <GatehouseProvider session={session}>
      <Suspense>
        <Page />
      </Suspense>
    </GatehouseProvider>
  )
}
