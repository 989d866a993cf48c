# drive.tcl FILE: imports the PGN file into a Scid database in memory and steps each game to its end. One line a game on
# standard output: half-moves, FEN, result, first warning of the import (may be empty), parted by tabs.
set base [sc_base create MEMORY interop]
array set warnings {}
foreach line [split [lindex [sc_base import $base [lindex $argv 0]] 1] "\n"] {
    if {[regexp {^\(game (\d+), line \d+\) (.*)} $line all game text] && ![info exists warnings($game)]} {
        set warnings($game) $text
    }
}
for {set game 1} {$game <= [sc_base numGames $base]} {incr game} {
    sc_game load $game
    sc_move end
    set warning ""
    if {[info exists warnings($game)]} {
        set warning $warnings($game)
    }
    puts [join [list [sc_pos location] [sc_pos fen] [sc_game tags get Result] $warning] "\t"]
}
sc_base close $base
exit
