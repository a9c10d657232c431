import 'react'

// Missing in the types of React 19.3: https://developer.mozilla.org/docs/Web/API/Invoker_Commands_API
declare module 'react' {
  interface ButtonHTMLAttributes<T> {
    command?: 'show-modal' | 'close'
    commandfor?: string
  }
}
