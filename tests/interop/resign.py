"""A chess engine of XBoard's protocol that resigns when it is to move: XBoard, playing a match from the games of a file,
then saves each as it stands and goes on to the next. Notes what XBoard sends in the file it is given."""
import sys


def main():
    with open(sys.argv[1], 'a', encoding='utf-8') as log:
        for line in sys.stdin:
            word = line.split()
            log.write(line)
            log.flush()
            if word[:1] == ['protover']:
                print('feature setboard=1 usermove=1 ping=1 playother=1 sigint=0 sigterm=0 myname="resigns" done=1')
            elif word[:1] == ['ping']:
                print('pong', word[1])
            elif word[:1] == ['go']:
                print('resign')
            elif word[:1] == ['quit']:
                return
            sys.stdout.flush()


main()
