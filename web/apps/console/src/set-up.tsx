import { CardOutline, loadPart, mount } from '@gatehouse/ui/first-paint'
import { lazy } from 'react'

// A page of its own: nobody can sign in where nobody owns the installation, so nothing of the console is needed.
const part = loadPart(() => import('./set-up/set-up'))
const SetUp = lazy(() => part.then((module) => ({ default: module.SetUp })))

mount({ app: <SetUp token={window.location.hash.slice(1)} />, outline: <CardOutline /> })
