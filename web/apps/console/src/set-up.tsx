import { CardOutline, loadChunk, mount } from '@gatehouse/ui/first-paint'
import { lazy } from 'react'

// A separate entry point: before there is an owner no user can sign in, so the console itself is not loaded.
const part = loadChunk(() => import('./set-up/set-up'))
const SetUp = lazy(() => part.then((module) => ({ default: module.SetUp })))

mount({ app: <SetUp token={window.location.hash.slice(1)} />, outline: <CardOutline /> })
