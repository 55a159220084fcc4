/** What ssh gets as arguments: never an option, and nothing that a shell would take for more than a name. */
export const sshHost = /^\w[\w.:-]{0,254}$/;
export const sshUser = /^\w[\w.@+-]{0,99}$/;
